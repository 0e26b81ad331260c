import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { type Series, TimeChart } from '../../charts/time-chart.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { short } from '../../format/numbers.ts';
import { texts } from '../../texts/en/operate/agents.ts';

type Losses = AnswerOf<'GET /api/v1/dns-monitoring/agents/losses'>;
type AgentLosses = Losses['agents'][number];

const hourMs = 3_600_000;
const parts = [
  'packets_dropped',
  'messages_dropped',
  'rows_dropped',
  'rejected_rows',
  'missing_batches',
] as const;

/** Shows the losses of one agent in each hour of the last two days; hours in which it was silent are gaps. */
export function LossesByHour({ agentId }: { agentId: number }) {
  const losses = useResource(
    'losses of agents',
    (signal) => api.call('GET /api/v1/dns-monitoring/agents/losses', { query: { period: '48h' }, signal }),
    { every: 60_000 },
  );
  return (
    <Panel title={texts.losses}>
      <Loaded of={losses} lines={4}>
        {(answer) => {
          const agent = answer.agents.find(({ id }) => id === agentId);
          return agent === undefined || agent.hours.length === 0 ? (
            <p class="soft">{texts.noLosses}</p>
          ) : (
            <Chart agent={agent} answer={answer} />
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Chart({ agent, answer }: { agent: AgentLosses; answer: Losses }) {
  const byHour = new Map(agent.hours.map((hour) => [Date.parse(hour.hour), hour]));
  const times: number[] = [];
  for (let at = Date.parse(answer.from); at < Date.parse(answer.to); at += hourMs) times.push(at);
  const seriesOf = (part: (typeof parts)[number] | 'rows') =>
    times.map((at) => ({ at, value: byHour.get(at)?.[part] ?? null }));
  const lost = parts
    .map((part) => ({ part, points: seriesOf(part) }))
    .filter(({ points }) => points.some(({ value }) => value !== null && value > 0));
  const rows: Series = { label: texts.columns.rows, kind: 'area', points: seriesOf('rows') };
  return (
    <div class="stack">
      <p>
        {agent.silent_since !== null && (
          <span class="badge warn">
            {texts.silentSince} <Moment at={agent.silent_since} />
          </span>
        )}{' '}
        {lost.length === 0 && <span class="soft">{texts.nothingLost}</span>}
      </p>
      <TimeChart label={texts.rowsByHour} series={[rows]} height={120} format={short} />
      {lost.length > 0 && (
        <TimeChart
          label={texts.losses}
          height={160}
          format={short}
          series={lost.map(({ part, points }, index) => ({
            label: texts.lossParts[part],
            kind: 'line',
            colour: index,
            points,
          }))}
        />
      )}
    </div>
  );
}
