import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { locationName } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { toast } from '../../app/toasts.ts';
import { FormDialog } from '../../components/forms/form.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/access/account.ts';
import { AddKey } from './add-key.tsx';

type Key = AnswerOf<'GET /api/account/api-keys'>['api_keys'][number];

/** Shows the keys of the account; owners make and revoke them. */
export function Keys({ mayChange, administrator }: { mayChange: boolean; administrator: boolean }) {
  const keys = useResource('keys', (signal) => api.call('GET /api/account/api-keys', { signal }));
  const shown = useSignal<'add' | Key | undefined>(undefined);
  const close = () => {
    shown.value = undefined;
  };
  return (
    <Panel
      title={texts.keys.title}
      tools={
        mayChange && (
          <button
            type="button"
            class="button slim"
            onClick={() => {
              shown.value = 'add';
            }}
          >
            {texts.keys.add}
          </button>
        )
      }
    >
      <ResourceTable
        label={texts.keys.title}
        of={keys}
        lines={4}
        rows={({ api_keys }) => api_keys}
        keyOf={({ id }) => id}
        columns={[
          texts.keys.label,
          texts.keys.key,
          texts.keys.scope,
          [texts.keys.made, 'number'],
          [texts.keys.used, 'number'],
          mayChange && [texts.keys.revoke, 'buttons'],
        ]}
        empty={[texts.keys.empty, texts.keys.emptyMore]}
      >
        {(key) => (
          <>
            <td class="wrap who">{visible(key.label) || <span class="soft">{texts.keys.unnamed}</span>}</td>
            <td>
              <code>{visible(key.prefix)}…</code>
            </td>
            <td>
              {texts.keys.scopes[key.scope]}
              {key.role !== 'owner' && `, ${texts.roles[key.role]}`}
              {boundsOf(key).map((line) => (
                <div class="soft small" key={line}>
                  {visible(line)}
                </div>
              ))}
              {key.expires_at !== null && (
                <div class="soft small">
                  {texts.keys.expires} <Moment at={key.expires_at} relative />
                </div>
              )}
            </td>
            <td class="number soft">
              <Moment at={key.created_at} relative />
            </td>
            <td class="number soft">
              {key.last_used_at === null ? texts.keys.never : <Moment at={key.last_used_at} relative />}
            </td>
            {mayChange && (
              <td class="shrink">
                <button
                  type="button"
                  class="button quiet slim"
                  onClick={() => {
                    shown.value = key;
                  }}
                >
                  {texts.keys.revoke}
                </button>
              </td>
            )}
          </>
        )}
      </ResourceTable>
      {shown.value === 'add' && (
        <AddKey
          administrator={administrator}
          onClose={() => {
            close();
            keys.reload();
          }}
        />
      )}
      {typeof shown.value === 'object' && (
        <RevokeKey
          of={shown.value}
          onClose={close}
          onRevoked={() => {
            close();
            keys.reload();
          }}
        />
      )}
    </Panel>
  );
}

/** Says what narrows a key, a line each. */
function boundsOf({ families, location_ids, networks, read_only }: Key): string[] {
  return [
    families?.join(', '),
    location_ids?.map(locationName).join(', '),
    networks === null ? undefined : texts.keys.from(networks.join(', ')),
    read_only ? texts.keys.readsAlone : undefined,
  ].filter((line) => line !== undefined);
}

function RevokeKey({ of, onClose, onRevoked }: { of: Key; onClose: () => void; onRevoked: () => void }) {
  const action = useAction(async () => {
    await api.call('DELETE /api/account/api-keys/{id}', { params: { id: of.id } });
    toast(texts.keys.revoked);
    onRevoked();
  });
  return (
    <FormDialog
      title={texts.keys.revokeTitle(visible(of.label) || `${of.prefix}…`)}
      lead={texts.keys.revokeMore}
      submit={texts.keys.revoke}
      danger
      action={action}
      onClose={onClose}
    />
  );
}
