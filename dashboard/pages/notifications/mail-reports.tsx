import { useSignal } from '@preact/signals';
import type { MailReport } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { locationName } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { mayManage } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/state.tsx';
import { hourOfDay, weekdayName } from '../../format/times.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/parts/mail-reports.ts';
import { AddReport } from './add-report.tsx';

/** Shows the recipients of reports by mail, and the schedule of each. */
export function MailReports() {
  const reports = useResource('mail reports', (signal) =>
    api.call('GET /api/v1/notifications/reports', { signal }),
  );
  const adding = useSignal(false);
  return (
    <Panel
      title={texts.title}
      tools={
        mayManage() && (
          <button
            type="button"
            class="button"
            onClick={() => {
              adding.value = true;
            }}
          >
            {texts.add}
          </button>
        )
      }
    >
      <p class="soft small">{texts.lead}</p>
      <ResourceTable
        label={texts.title}
        of={reports}
        rows={({ reports: found }) => found}
        keyOf={({ id }) => id}
        lines={2}
        columns={[
          texts.columns.to,
          texts.columns.when,
          texts.columns.state,
          [texts.columns.last, 'number'],
          [common.more, 'buttons'],
        ]}
        empty={texts.none}
      >
        {(report) => <ReportCells report={report} reload={reports.reload} />}
      </ResourceTable>
      {adding.value && (
        <AddReport
          onClose={() => {
            adding.value = false;
            reports.reload();
          }}
        />
      )}
    </Panel>
  );
}

function ReportCells({ report, reload }: { report: MailReport; reload: () => void }) {
  const remove = useAction(async () => {
    await api.call('DELETE /api/v1/notifications/reports/{id}', { params: { id: report.id } });
    toast(texts.removed);
    reload();
  });
  const often =
    report.every === 'day' ? texts.often.day : `${texts.often.week}, ${weekdayName(report.weekday)}`;
  return (
    <>
      <td class="wrap">
        <Name name={report.recipient} meaning={false} />
        <div class="soft small">
          {report.location_id === null ? (
            texts.allLocations
          ) : (
            <Name name={locationName(report.location_id)} meaning={false} prose />
          )}
        </div>
        <Refusal trouble={remove.trouble} />
      </td>
      <td>{texts.at(often, hourOfDay(report.hour), report.time_zone)}</td>
      <td class="wrap">
        {report.confirmed_at === null ? (
          <span class="badge">{texts.unconfirmed}</span>
        ) : report.last_error === null ? (
          report.next_at !== null && (
            <>
              {texts.next} <Moment at={report.next_at} />
            </>
          )
        ) : (
          <>
            <span class="badge bad">{texts.fails}</span>{' '}
            <Name name={report.last_error} meaning={false} prose />
          </>
        )}
      </td>
      <td class="number soft">
        {report.last_sent_at === null ? texts.never : <Moment at={report.last_sent_at} relative />}
      </td>
      <td class="shrink">
        {mayManage() && (
          <button
            type="button"
            class="button slim quiet"
            disabled={remove.busy}
            onClick={() => void remove.run()}
          >
            {common.remove}
          </button>
        )}
      </td>
    </>
  );
}
