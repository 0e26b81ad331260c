import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { DomainLink, Name } from '../../components/name.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/bulk.ts';

const most = 500;

/** The domains of a job, those with the most to mend first. */
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
      <Loaded
        of={results}
        isEmpty={({ count: all }) => all === 0}
        empty={<p class="soft">{texts.noResults}</p>}
      >
        {({ results: found }) => (
          <TableScroll label={texts.results}>
            <table class="table">
              <thead>
                <tr>
                  <th>{texts.domain}</th>
                  <th class="number">{texts.toMend}</th>
                  <th class="number">{texts.warnings}</th>
                  <th>{texts.outcome}</th>
                </tr>
              </thead>
              <tbody>
                {found
                  .toSorted((a, b) => (b.failures ?? -1) - (a.failures ?? -1))
                  .map((result) => (
                    <tr key={result.position}>
                      <td class="wrap">
                        <DomainLink name={result.domain} />
                      </td>
                      <td class="number">{result.failures === null ? '–' : count(result.failures)}</td>
                      <td class="number">{result.warnings === null ? '–' : count(result.warnings)}</td>
                      <td class="wrap soft">
                        {result.error === null ? (
                          texts.states.completed
                        ) : (
                          <Name name={result.error} meaning={false} />
                        )}
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </TableScroll>
        )}
      </Loaded>
    </Panel>
  );
}
