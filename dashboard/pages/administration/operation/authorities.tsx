import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { toast } from '../../../app/toasts.ts';
import { Command } from '../../../components/command.tsx';
import { Dialog } from '../../../components/forms/dialog.tsx';
import { FormDialog } from '../../../components/forms/form.tsx';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { visible } from '../../../format/visible-name.ts';
import { texts as all } from '../../../texts/en/access/operation.ts';

const texts = all.authorities;
type Authority = AnswerOf<'GET /api/admin/client-authorities'>['authorities'][number];

/** Shows the authorities that sign certificates of agents, and makes the next one. */
export function Authorities() {
  const known = useResource('client authorities', (signal) =>
    api.call('GET /api/admin/client-authorities', { signal }),
  );
  const rotating = useSignal(false);
  const shown = useSignal<Authority | undefined>(undefined);
  const mode = known.data?.mode;
  const { columns } = texts;
  return (
    <Panel
      title={texts.title}
      tools={
        mode !== undefined &&
        mode !== 'off' && (
          <button
            type="button"
            class="button slim"
            onClick={() => {
              rotating.value = true;
            }}
          >
            {texts.rotate}
          </button>
        )
      }
    >
      {mode !== undefined && <p class="soft">{texts.modes[mode]}</p>}
      {mode !== 'off' && (
        <ResourceTable
          label={texts.title}
          of={known}
          lines={1}
          rows={({ authorities }) => authorities}
          keyOf={({ id }) => id}
          columns={[columns.name, columns.from, columns.needed, columns.ends, [texts.copy, 'buttons']]}
          empty={texts.none}
        >
          {(one) => (
            <>
              <td class="wrap">{visible(one.name)}</td>
              <td class="soft">
                <Moment at={one.signs_from} />
              </td>
              <td class="soft">
                {one.needed_until === null ? texts.unused : <Moment at={one.needed_until} />}
              </td>
              <td class="soft">
                <Moment at={one.ends_at} />
              </td>
              <td class="shrink">
                <button
                  type="button"
                  class="button slim quiet"
                  aria-label={texts.copyOf(visible(one.name))}
                  onClick={() => {
                    shown.value = one;
                  }}
                >
                  {texts.copy}
                </button>
              </td>
            </>
          )}
        </ResourceTable>
      )}
      {rotating.value && (
        <Rotate
          onDone={known.reload}
          onClose={() => {
            rotating.value = false;
          }}
        />
      )}
      {shown.value !== undefined && (
        <Dialog
          title={visible(shown.value.name)}
          kind="broad"
          onClose={() => {
            shown.value = undefined;
          }}
        >
          <p class="soft">{texts.copyMore}</p>
          <Command text={shown.value.certificate.trim()} />
        </Dialog>
      )}
    </Panel>
  );
}

function Rotate({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const action = useAction(async () => {
    await api.call('POST /api/admin/client-authorities/rotate');
    toast(texts.rotated);
    onDone();
    onClose();
  });
  return (
    <FormDialog
      title={texts.rotateTitle}
      lead={texts.rotateMore}
      submit={texts.rotate}
      action={action}
      onClose={onClose}
    />
  );
}
