import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { toast } from '../../app/toasts.ts';
import { Command } from '../../components/command.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField, TextField } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Empty, Loaded, Refusal } from '../../components/state.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/account.ts';
import { texts as common } from '../../texts/en/common.ts';

type Key = AnswerOf<'GET /api/account/api-keys'>['api_keys'][number];

/** The keys of the account; owners make and revoke them. */
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
      <Loaded
        of={keys}
        lines={4}
        isEmpty={({ count: all }) => all === 0}
        empty={
          <Empty title={texts.keys.empty}>
            <p class="soft">{texts.keys.emptyMore}</p>
          </Empty>
        }
      >
        {({ api_keys: found }) => (
          <TableScroll label={texts.keys.title}>
            <table class="table">
              <thead>
                <tr>
                  <th>{texts.keys.label}</th>
                  <th>{texts.keys.key}</th>
                  <th>{texts.keys.scope}</th>
                  <th class="number">{texts.keys.made}</th>
                  <th class="number">{texts.keys.used}</th>
                  {mayChange && (
                    <th class="shrink">
                      <span class="unseen">{texts.keys.revoke}</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {found.map((key) => (
                  <tr key={key.id}>
                    <td class="wrap who">
                      {visible(key.label) || <span class="soft">{texts.keys.unnamed}</span>}
                    </td>
                    <td>
                      <code>{visible(key.prefix)}…</code>
                    </td>
                    <td>{texts.keys.scopes[key.scope]}</td>
                    <td class="number soft">
                      <Moment at={key.created_at} relative />
                    </td>
                    <td class="number soft">
                      {key.last_used_at === null ? (
                        texts.keys.never
                      ) : (
                        <Moment at={key.last_used_at} relative />
                      )}
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
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        )}
      </Loaded>
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

function AddKey({ administrator, onClose }: { administrator: boolean; onClose: () => void }) {
  const label = useSignal('');
  const administrates = useSignal(false);
  const made = useSignal<string | undefined>(undefined);
  const action = useAction(async () => {
    const answer = await api.call('POST /api/account/api-keys', {
      body: { label: label.value, administrator: administrates.value },
    });
    made.value = answer.api_key;
  });
  return (
    <Dialog title={texts.keys.add} onClose={onClose}>
      {made.value === undefined ? (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void action.run();
          }}
        >
          <TextField
            label={texts.keys.label}
            hint={texts.keys.labelHint}
            autofocus
            required
            value={label.value}
            onInput={(value) => {
              label.value = value;
            }}
          />
          {administrator && (
            <CheckField
              label={texts.keys.administrates}
              checked={administrates.value}
              onChange={(value) => {
                administrates.value = value;
              }}
            />
          )}
          <Refusal trouble={action.trouble} />
          <div class="dialog-foot">
            <button type="button" class="button" onClick={onClose}>
              {common.cancel}
            </button>
            <button type="submit" class="button first" disabled={action.busy}>
              {texts.keys.make}
            </button>
          </div>
        </form>
      ) : (
        <>
          <p>{texts.keys.once}</p>
          <Command text={made.value} />
        </>
      )}
    </Dialog>
  );
}

function RevokeKey({ of, onClose, onRevoked }: { of: Key; onClose: () => void; onRevoked: () => void }) {
  const action = useAction(async () => {
    await api.call('DELETE /api/account/api-keys/{id}', { params: { id: of.id } });
    toast(texts.keys.revoked);
    onRevoked();
  });
  return (
    <Dialog title={texts.keys.revokeTitle(visible(of.label) || `${of.prefix}…`)} onClose={onClose}>
      <p>{texts.keys.revokeMore}</p>
      <Refusal trouble={action.trouble} />
      <div class="dialog-foot">
        <button type="button" class="button" onClick={onClose}>
          {common.cancel}
        </button>
        <button type="button" class="button danger" disabled={action.busy} onClick={() => void action.run()}>
          {texts.keys.revoke}
        </button>
      </div>
    </Dialog>
  );
}
