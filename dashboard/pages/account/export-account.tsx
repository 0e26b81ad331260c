import { useSignal } from '@preact/signals';
import type { AccountExport } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { base } from '../../app/base.ts';
import { askAgain } from '../../app/confirmation.ts';
import { useResource } from '../../app/resource.ts';
import { toast } from '../../app/toasts.ts';
import { CheckField } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form.tsx';
import { Icon } from '../../components/icon.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { bytes, count, ratio } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as all } from '../../texts/en/access/account.ts';

const texts = all.export;
const archive = `${base.pathname}api/account/export/archive`;

/** Lets an owner export all data of the account, and shows how far that is. */
export function ExportAccount() {
  const asking = useSignal(false);
  const known = useResource('account export', (signal) => api.call('GET /api/account/export', { signal }), {
    every: 3_000,
  });
  const remove = useAction(async () => {
    await api.call('DELETE /api/account/export');
    toast(texts.removed);
    known.reload();
  });
  return (
    <Panel title={texts.title}>
      <p class="soft">{texts.more}</p>
      <Loaded of={known} lines={1}>
        {({ export: made }) => (
          <>
            {made !== null && <State of={made} />}
            <div class="row">
              {made?.status === 'completed' && (
                <button type="button" class="button first" onClick={() => void download()}>
                  <Icon name="download" size={14} />
                  {texts.download}
                </button>
              )}
              {(made === null || made.finished_at !== null) && (
                <button
                  type="button"
                  class="button"
                  onClick={() => {
                    asking.value = true;
                  }}
                >
                  {made === null ? texts.open : texts.again}
                </button>
              )}
              {made !== null && (
                <button type="button" class="button" disabled={remove.busy} onClick={() => void remove.run()}>
                  {made.finished_at === null ? texts.callOff : texts.remove}
                </button>
              )}
            </div>
            <Refusal trouble={remove.trouble} />
          </>
        )}
      </Loaded>
      {asking.value && (
        <ExportDialog
          onClose={() => {
            asking.value = false;
            known.reload();
          }}
        />
      )}
    </Panel>
  );
}

function State({
  of: { status, progress, rows, bytes: size, error, expires_at, ...of },
}: {
  of: AccountExport;
}) {
  if (status === 'failed') return <p>{visible(error ?? '')}</p>;
  if (status !== 'completed') return <p role="status">{texts.running(ratio(progress), count(rows))}</p>;
  return (
    <p>
      {texts.ready(count(rows), bytes(size), visible(of.requested_by))}{' '}
      {expires_at !== null && (
        <>
          {texts.expires} <Moment at={expires_at} />
        </>
      )}
    </p>
  );
}

/** What is downloaded is as good as the account: who does so proves the identity. */
async function download(): Promise<void> {
  if (!(await askAgain())) return;
  const link = document.createElement('a');
  link.href = archive;
  link.download = '';
  link.click();
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const queries = useSignal(true);
  const action = useAction(async () => {
    await api.call('POST /api/account/export', { body: { queries: queries.value } });
    toast(texts.asked);
    onClose();
  });
  return (
    <FormDialog title={texts.ask} lead={texts.lead} submit={texts.submit} action={action} onClose={onClose}>
      <CheckField
        label={texts.queries}
        checked={queries.value}
        onChange={(checked) => {
          queries.value = checked;
        }}
      />
    </FormDialog>
  );
}
