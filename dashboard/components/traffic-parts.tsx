import type { TrafficStats } from '@sonde/client/api-types.generated.ts';
import { href } from '../app/router.ts';
import { carried, showRange } from '../app/time-range.ts';
import { PartsBar } from '../charts/parts-bar.tsx';
import { TimeChart } from '../charts/time-chart.tsx';
import { escapedValue } from '../domain/query-filters.ts';
import { share, short } from '../format/numbers.ts';
import { texts } from '../texts/en/watch/overview.ts';
import { ClientName } from './client-name.tsx';
import { Figure } from './figure.tsx';
import { Ranked } from './lists/ranked.tsx';
import { clientHref, Name } from './name.tsx';
import { Panel } from './panel.tsx';

/** Shows the traffic of a part of all queries, such as a client's: `filter` selects the rows behind its numbers. */
export function TrafficParts({
  stats,
  filter,
  show,
}: {
  stats: TrafficStats;
  filter: Readonly<Record<string, string>>;
  /** Whether names or clients are what tells most. */
  show: 'names' | 'clients';
}) {
  const { totals } = stats;
  const rows = (query: Record<string, string> = {}) =>
    href('/queries', { ...carried(), ...filter, ...query });
  const points = stats.series.map(({ at, queries }) => ({ at: Date.parse(at), value: queries }));
  const failures = stats.series.map(({ at, failures: value }) => ({ at: Date.parse(at), value }));
  return (
    <>
      <div class="figures">
        <Figure hero what={texts.queries} value={short(totals.queries)} href={rows()} />
        <Figure
          what={texts.answered}
          value={share(totals.answered, totals.queries)}
          href={rows({ response_code: 'none' })}
        />
        {show === 'names' ? (
          <Figure what={texts.names} value={short(totals.unique_names)} href={rows()} />
        ) : (
          <Figure what={texts.clients} value={short(totals.unique_clients)} href={rows()} />
        )}
      </div>
      <Panel title={texts.traffic}>
        <TimeChart
          label={texts.traffic}
          height={140}
          series={[
            { label: texts.queries, points, kind: 'area', colour: 0 },
            { label: texts.failures, points: failures, kind: 'line', colour: 1 },
          ]}
          format={short}
          onRange={showRange}
        />
      </Panel>
      <div class="grid">
        {show === 'clients' && (
          <Panel title={texts.topClients}>
            <Ranked
              items={stats.top_clients.map(({ client_ip: client, count }) => ({
                key: client,
                label: <ClientName address={client} />,
                href: clientHref(client),
                value: count,
              }))}
            />
          </Panel>
        )}
        <Panel title={texts.topNames}>
          <Ranked
            items={stats.top_names.map(({ name, count }) => ({
              key: name,
              label: <Name name={name} />,
              href: rows({ name: escapedValue(name) }),
              value: count,
            }))}
          />
        </Panel>
        <Panel title={texts.types}>
          <PartsBar
            label={texts.types}
            parts={stats.query_types.slice(0, 6).map(({ query_type: type, count }) => ({
              key: type,
              label: type,
              value: count,
              href: rows({ query_type: type }),
            }))}
          />
        </Panel>
        <Panel title={texts.codes}>
          <PartsBar
            label={texts.codes}
            parts={stats.response_codes.slice(0, 6).map(({ response_code: code, count }) => ({
              key: code ?? 'none',
              label: code ?? texts.noResponse,
              value: count,
              href: rows({ response_code: code ?? 'none' }),
            }))}
          />
        </Panel>
      </div>
    </>
  );
}
