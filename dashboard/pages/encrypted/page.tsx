import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { carried, showRange } from '../../app/time-range.ts';
import { PartsBar } from '../../charts/parts-bar.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { ClientLink } from '../../components/client-name.tsx';
import { Figure } from '../../components/figure.tsx';
import { Moment } from '../../components/moment.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { escapedValue } from '../../domain/query-filters.ts';
import { count, share, short } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/watch/encrypted.ts';
import { Connections } from './connections.tsx';
import { FilterChips, filtersInPlace, narrowed, questionInPlace } from './filters.tsx';

type Share = AnswerOf<'GET /api/v1/dns-monitoring/encrypted/share'>;
type ClientShare = Share['clients'][number];

/** Shows who asks resolvers elsewhere over TLS, HTTPS or QUIC, beside what is asked in the clear. */
export function Page() {
  const question = questionInPlace();
  const found = useResource(`encrypted share ${JSON.stringify(question)}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/encrypted/share', { query: { ...question, top: 50 }, signal }),
  );
  return (
    <>
      <PageHead title={common.pages.encrypted} lead={texts.lead}>
        <RangePicker compare={false} />
      </PageHead>
      <FilterChips />
      <Loaded
        of={found}
        lines={14}
        isEmpty={({ totals }) => totals.connections === 0}
        empty={
          <Empty title={texts.empty}>
            <p class="soft">{texts.emptyMore}</p>
          </Empty>
        }
      >
        {(data) => (
          <>
            <Figures data={data} />
            <Panel title={texts.byTime}>
              <TimeChart
                label={texts.byTime}
                height={140}
                series={[
                  { label: texts.queries, points: pointsOf(data, 'clear_queries'), kind: 'area', colour: 0 },
                  {
                    label: texts.connections,
                    points: pointsOf(data, 'connections'),
                    kind: 'line',
                    colour: 1,
                  },
                ]}
                format={short}
                onRange={showRange}
              />
            </Panel>
            <div class="grid">
              <Panel title={texts.providers}>
                <PartsBar
                  label={texts.providers}
                  parts={data.providers.slice(0, 8).map(({ provider, connections }) => ({
                    key: provider ?? '',
                    label: provider ?? texts.unlisted,
                    value: connections,
                    href: narrowed({ provider: provider === null ? 'none' : escapedValue(provider) }),
                  }))}
                />
              </Panel>
              <Panel title={texts.protocols}>
                <PartsBar
                  label={texts.protocols}
                  parts={data.protocols.map(({ protocol, connections }) => ({
                    key: protocol,
                    label: texts.protocolNames[protocol],
                    value: connections,
                    href: narrowed({ protocol }),
                  }))}
                />
              </Panel>
            </div>
            <Clients clients={data.clients} />
            <Connections />
          </>
        )}
      </Loaded>
    </>
  );
}

function pointsOf({ series }: Share, name: 'connections' | 'clear_queries') {
  return series.map((point) => ({ at: Date.parse(point.at), value: point[name] }));
}

function Figures({ data }: { data: Share }) {
  const { totals } = data;
  const { client } = filtersInPlace();
  return (
    <div class="figures">
      <Figure hero what={texts.connections} value={short(totals.connections)} href={narrowed({})} />
      <Figure what={texts.clients} value={short(totals.clients)} href={narrowed({})} />
      <Figure
        what={texts.without}
        value={short(totals.clients_without_queries)}
        href={narrowed({})}
        note={texts.withoutNote(count(totals.clients))}
      />
      <Figure
        what={texts.notLookedUp}
        value={short(totals.not_looked_up)}
        href={narrowed({ looked_up: 'no' })}
      />
      <Figure
        what={texts.clear}
        value={short(totals.clear_queries)}
        href={href('/queries', { ...carried(), ...(client === undefined ? {} : { client }) })}
      />
    </div>
  );
}

function Clients({ clients }: { clients: readonly ClientShare[] }) {
  const { columns } = texts;
  return (
    <Panel title={texts.share}>
      <p class="soft small">{texts.shareHint}</p>
      <TableScroll label={texts.share}>
        <table class="table">
          <thead>
            <tr>
              <th>{columns.client}</th>
              <th class="number">{columns.share}</th>
              <th class="number">{columns.connections}</th>
              <th class="number">{columns.queries}</th>
              <th class="number">{columns.notLookedUp}</th>
              <th>{columns.providers}</th>
              <th class="number">{columns.last}</th>
            </tr>
          </thead>
          <tbody>
            {clients.map((client) => (
              <tr key={client.client_ip}>
                <td>
                  <ClientLink address={client.client_ip} />
                </td>
                <td class={client.clear_queries === 0 ? 'number bad' : 'number'}>
                  {share(client.connections, client.connections + client.clear_queries)}
                </td>
                <td class="number">
                  <a href={narrowed({ client: client.client_ip })}>{count(client.connections)}</a>
                </td>
                <td class="number">
                  <a href={href('/queries', { ...carried(), client: client.client_ip })}>
                    {count(client.clear_queries)}
                  </a>
                </td>
                <td class="number">
                  <a href={narrowed({ client: client.client_ip, looked_up: 'no' })}>
                    {count(client.not_looked_up)}
                  </a>
                </td>
                <td class="wrap">{client.providers.join(', ') || texts.unlisted}</td>
                <td class="number soft">
                  <Moment at={client.last_seen} relative />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Panel>
  );
}
