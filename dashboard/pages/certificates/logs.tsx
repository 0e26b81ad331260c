import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { isAdministrator } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { FormDialog } from '../../components/forms/form.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/certificates.ts';

/** Asks for the certificate logs that are followed or were. */
export function useLogs() {
  return useResource('certificate logs', (signal) => api.call('GET /api/v2/certificates/logs', { signal }));
}

/** Shows the logs, and how far each is verified; an administrator follows one again that was stopped. */
export function Logs({ of: logs }: { of: ReturnType<typeof useLogs> }) {
  const { columns } = texts;
  return (
    <Panel title={texts.logs}>
      <ResourceTable
        label={texts.logs}
        of={logs}
        rows={({ logs: all }) => all}
        keyOf={({ id }) => id}
        columns={[
          columns.log,
          columns.state,
          [columns.verified, 'number'],
          [columns.lag, 'number'],
          [columns.today, 'number'],
          columns.looked,
        ]}
        empty={[texts.noLogs, texts.noLogsMore]}
      >
        {(log) => (
          <>
            <td>
              {log.name}
              <div class="soft">{log.operator}</div>
            </td>
            <td>
              {texts.states[log.status]}
              {log.status === 'stopped' && isAdministrator() && <Resume log={log} onDone={logs.reload} />}
              {log.reason !== null && <div class="soft">{texts.reasons[log.reason] ?? log.reason}</div>}
              {log.status === 'following' && log.last_error !== null && (
                <div class="soft wrap">{log.last_error}</div>
              )}
            </td>
            <td class="number">{count(log.verified_entries)}</td>
            <td class="number">{log.lag === null ? '' : count(log.lag)}</td>
            <td class="number">{count(log.today.entries)}</td>
            <td class="soft one-line">{log.looked_at !== null && <Moment at={log.looked_at} relative />}</td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}

/** Follows a log again that has contradicted itself, from where it was verified. */
function Resume({
  log,
  onDone,
}: {
  log: AnswerOf<'GET /api/v2/certificates/logs'>['logs'][number];
  onDone: () => void;
}) {
  const asking = useSignal(false);
  const close = () => {
    asking.value = false;
  };
  const action = useAction(async () => {
    await api.call('POST /api/admin/certificate-logs/{id}/resume', { params: { id: log.id } });
    toast(texts.resumed(visible(log.name)));
    onDone();
    close();
  });
  return (
    <>
      {' '}
      <button
        type="button"
        class="button slim"
        onClick={() => {
          asking.value = true;
        }}
      >
        {texts.resume}
      </button>
      {asking.value && (
        <FormDialog
          title={texts.resumeTitle(visible(log.name))}
          lead={texts.resumeMore}
          submit={texts.resume}
          action={action}
          onClose={close}
        >
          {log.evidence !== null && (
            <details>
              <summary>{texts.evidence}</summary>
              <pre class="evidence">{visible(JSON.stringify(log.evidence, null, 2))}</pre>
            </details>
          )}
        </FormDialog>
      )}
    </>
  );
}
