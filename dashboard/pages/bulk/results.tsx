import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { DomainLink, Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/bulk.ts';

const most = 500;

/** Shows the domains of a job, the worst first. */
export function Results({ jobId }: { jobId: string }) {
  const results = useResource(
    `results of ${jobId}`,
    (signal) =>
      api.call('GET /api/v2/bulk/jobs/{job_id}/results', {
        params: { job_id: jobId },
        query: { limit: most },
        signal,
      }),
    { every: 10_000 },
  );
  return (
    <Panel title={texts.results}>
      <ResourceTable
        label={texts.results}
        of={results}
        rows={({ results: found }) => found.toSorted((a, b) => (b.failures ?? -1) - (a.failures ?? -1))}
        keyOf={({ position }) => position}
        columns={[texts.domain, [texts.toMend, 'number'], [texts.warnings, 'number'], texts.outcome]}
        empty={texts.noResults}
      >
        {({ domain, failures, warnings, error }) => (
          <>
            <td class="wrap">
              <DomainLink name={domain} />
            </td>
            <td class="number">{failures === null ? '–' : count(failures)}</td>
            <td class="number">{warnings === null ? '–' : count(warnings)}</td>
            <td class="wrap soft">
              {error === null ? texts.states.completed : <Name name={error} meaning={false} prose />}
            </td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
