import { useSignal } from '@preact/signals';
import type { ComplianceReport } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, setQuery, withQuery } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { count, ratio } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/compliance.ts';
import { NewReport } from './new-report.tsx';
import { Report } from './report.tsx';
import { Schedules } from './schedules.tsx';

/** Reports of what was measured of a framework: asked for, shown, compared, and written by themselves. */
export function Page() {
  const frameworks = useResource('frameworks', (signal) =>
    api.call('GET /api/v2/compliance/frameworks', { signal }),
  );
  const reports = useResource(
    'compliance reports',
    (signal) => api.call('GET /api/v2/compliance/reports', { query: { limit: 50 }, signal }),
    { every: 3_000 },
  );
  const adding = useSignal(false);
  const asked = place.value.query.get('report');
  return (
    <>
      <PageHead title={common.pages.compliance} lead={texts.lead}>
        {mayWork() && (
          <button
            type="button"
            class="button first"
            onClick={() => {
              adding.value = true;
            }}
          >
            {texts.new}
          </button>
        )}
      </PageHead>
      {asked !== null && <Report key={asked} reportId={asked} />}
      <Panel title={texts.reports}>
        <ResourceTable
          label={texts.reports}
          of={reports}
          rows={({ reports: all }) => all}
          keyOf={({ report_id }) => report_id}
          columns={[
            texts.columns.report,
            texts.columns.framework,
            texts.columns.state,
            texts.columns.progress,
            [texts.remove, 'buttons'],
          ]}
          empty={[texts.empty, texts.emptyMore]}
        >
          {(report) => <ReportCells report={report} reload={reports.reload} />}
        </ResourceTable>
      </Panel>
      <Schedules frameworks={frameworks} />
      {adding.value && (
        <Loaded of={frameworks}>
          {({ frameworks: all }) => (
            <NewReport
              frameworks={all.map(({ id, title }) => [id, title] as const)}
              onClose={() => {
                adding.value = false;
                reports.reload();
              }}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

function ReportCells({ report, reload }: { report: ComplianceReport; reload: () => void }) {
  const params = { report_id: report.report_id };
  const remove = useAction(async () => {
    await api.call('DELETE /api/v2/compliance/reports/{report_id}', { params });
    if (place.value.query.get('report') === report.report_id) setQuery({ report: undefined });
    toast(texts.removed);
    reload();
  });
  return (
    <>
      <td>
        <a href={withQuery({ report: report.report_id })}>
          <Moment at={report.created_at} />
        </a>
      </td>
      <td class="wrap">
        <Name name={report.title} meaning={false} prose />
        <div class="soft small">{report.framework}</div>
      </td>
      <td class="wrap">
        <span
          class={`badge ${report.status === 'completed' ? 'good' : report.status === 'failed' ? 'bad' : ''}`}
        >
          {texts.states[report.status]}
        </span>
        {report.error !== null && <div class="soft small">{report.error}</div>}
        <Refusal trouble={remove.trouble} />
      </td>
      <td>
        <div class="row">
          <progress value={report.progress} max={1} aria-label={ratio(report.progress)} />
          <span class="soft number">{texts.of(count(report.done), count(report.domains))}</span>
        </div>
      </td>
      <td class="shrink">
        {mayWork() && (
          <button
            type="button"
            class="button slim quiet"
            disabled={remove.busy}
            onClick={() => void remove.run()}
          >
            {texts.remove}
          </button>
        )}
      </td>
    </>
  );
}
