import { api } from '../../app/api.ts';
import { now } from '../../app/now.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { carried, range } from '../../app/time-range.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { Figure } from '../../components/figure.tsx';
import { DomainLink, Name } from '../../components/name.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count, short } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/operate/resolvers.ts';

/** The API compares an hour at once: the last one of the page's time. */
const longestMs = 3_600_000;

/** Compares a resolver's own counts with the counts of captured traffic, by the minute. */
export function Reconciliation({ resolverId, name }: { resolverId: number; name: string }) {
  const end = range.value.to ?? new Date(Math.floor(now.value / 60_000) * 60_000).toISOString();
  const compared = useResource(JSON.stringify(['reconciliation', resolverId, end]), (signal) =>
    api.call('GET /api/v1/unbound/resolvers/{id}/reconciliation', {
      params: { id: resolverId },
      query: { to: end, from: new Date(Date.parse(end) - longestMs).toISOString() },
      signal,
    }),
  );
  const rows = href('/queries', carried());
  return (
    <Panel title={texts.compare(visible(name))}>
      <Loaded
        of={compared}
        lines={8}
        isEmpty={({ comparable }) => !comparable}
        empty={<p class="soft">{texts.notComparable}</p>}
      >
        {({ totals, minutes, names, bypassed_by: bypassed }) => {
          const line = (value: (minute: (typeof minutes)[number]) => number) =>
            minutes.map((minute) => ({ at: Date.parse(minute.minute), value: value(minute) }));
          return (
            <div class="stack">
              <div class="figures">
                <Figure what={texts.different} value={short(totals.different)} href={rows} />
                <Figure what={texts.onlyDnstap} value={short(totals.only_dnstap)} href={rows} />
                <Figure what={texts.onlyWire} value={short(totals.only_wire)} href={rows} />
                <Figure what={texts.both} value={short(totals.both)} href={rows} />
              </div>
              <TimeChart
                label={texts.minutes}
                height={140}
                format={short}
                series={[
                  { label: texts.both, points: line((minute) => minute.both), kind: 'area', colour: 0 },
                  {
                    label: texts.different,
                    points: line((minute) => minute.different),
                    kind: 'line',
                    colour: 1,
                  },
                  {
                    label: texts.onlyDnstap,
                    points: line((minute) => minute.only_dnstap),
                    kind: 'line',
                    colour: 2,
                  },
                  {
                    label: texts.onlyWire,
                    points: line((minute) => minute.only_wire),
                    kind: 'line',
                    colour: 3,
                  },
                ]}
              />
              {names.length > 0 && (
                <TableScroll label={texts.names}>
                  <table class="table">
                    <thead>
                      <tr>
                        <th>{texts.names}</th>
                        <th class="number">{texts.different}</th>
                        <th class="number">{texts.onlyDnstap}</th>
                        <th class="number">{texts.onlyWire}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {names.map((one) => (
                        <tr key={one.query_name}>
                          <td class="wrap">
                            <DomainLink name={one.query_name} />
                          </td>
                          <td class="number">{count(one.different)}</td>
                          <td class="number">{count(one.only_dnstap)}</td>
                          <td class="number">{count(one.only_wire)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </TableScroll>
              )}
              <h3>{texts.bypassed}</h3>
              {bypassed.length === 0 ? (
                <p class="good">{texts.nobodyBypasses}</p>
              ) : (
                <TableScroll label={texts.bypassed}>
                  <table class="table">
                    <thead>
                      <tr>
                        <th>{texts.server}</th>
                        <th class="number">{texts.queries}</th>
                        <th class="number">{texts.clients}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {bypassed.map(({ server_ip: server, queries, clients }) => (
                        <tr key={server}>
                          <td>
                            <a href={href('/queries', { ...carried(), server })}>
                              <Name name={server} />
                            </a>
                          </td>
                          <td class="number">{count(queries)}</td>
                          <td class="number">{count(clients)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </TableScroll>
              )}
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
