import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Agent, AgentStore } from '../../../ports/ingest/agents.ts';
import type { LedgerStore, RunHour } from '../../../ports/ingest/ledgers.ts';
import { type TimeQuestion, type TimeQuestionPorts, trafficScope } from './time-question.ts';

const hourMs = 3_600_000;
const mostHours = 31 * 24;
/** Senders that ship every few seconds and say nothing for so long are silent. */
const silentAfterMs = 5 * 60_000;

/**
 * An agent's hour states what happened in it. Null if the first look at a run came long after its start, so that
 * nothing can be told.
 */
export interface HourOfAgent {
  readonly hour: Date;
  readonly rows: number | null;
  readonly rejectedRows: number | null;
  /** Batches that were found to be missing, less those of earlier hours that came after all; never below 0. */
  readonly missingBatches: number | null;
  readonly packetsDropped: number | null;
  readonly messagesDropped: number | null;
  readonly messagesMalformed: number | null;
  readonly rowsDropped: number | null;
}

export interface HourlyLosses {
  readonly from: Date;
  readonly to: Date;
  readonly agents: readonly {
    readonly agent: Agent;
    readonly silentSince: Date | null;
    /** Hours in which the agent was heard of, the earliest first. */
    readonly hours: readonly HourOfAgent[];
  }[];
}

export interface HourlyLossesPorts extends TimeQuestionPorts {
  readonly agents: Pick<AgentStore, 'list'>;
  readonly ledgers: Pick<LedgerStore, 'hours'>;
}

/**
 * Lists the losses of each sender in each hour of a range, which is made of whole hours. Throws InvalidInput and
 * NotFound.
 */
export async function hourlyLosses(question: TimeQuestion, ports: HourlyLossesPorts): Promise<HourlyLosses> {
  const { locationIds, ...range } = await trafficScope(question, ports);
  const from = new Date(Math.floor(range.from.getTime() / hourMs) * hourMs);
  const to = new Date(Math.ceil(range.to.getTime() / hourMs) * hourMs);
  if (to.getTime() - from.getTime() > mostHours * hourMs)
    throw new InvalidInput('period', 'Losses by the hour are told for 31 days at most.');
  const agents = await ports.agents.list(locationIds);
  const marks = await ports.ledgers.hours(
    agents.map(({ id }) => id),
    from,
    to,
  );
  const byAgent = Map.groupBy(marks, ({ agentId }) => agentId);
  const now = ports.clock.now();
  return {
    from,
    to,
    agents: agents.map((agent) => ({
      agent,
      silentSince: now - agent.lastSeenAt.getTime() > silentAfterMs ? agent.lastSeenAt : null,
      hours: hoursOf(byAgent.get(agent.id) ?? [], from),
    })),
  };
}

/** Differences of totals, run by run; several runs of one hour are added up. */
function hoursOf(marks: readonly RunHour[], from: Date): HourOfAgent[] {
  const hours = new Map<number, HourOfAgent>();
  let before: RunHour | undefined;
  for (const mark of marks) {
    const earlier = before?.runId === mark.runId ? before : undefined;
    before = mark;
    if (mark.hour < from) continue;
    const isWhole = earlier !== undefined || mark.runStartedAt >= mark.hour;
    const at = mark.hour.getTime();
    const grown = isWhole ? difference(mark, earlier) : unknown(mark.hour);
    const known = hours.get(at);
    hours.set(at, known === undefined ? grown : sum(known, grown));
  }
  return [...hours.values()].sort((a, b) => a.hour.getTime() - b.hour.getTime());
}

function counts({ rows, rejectedRows, missing, ledger }: RunHour) {
  return {
    rows,
    rejectedRows,
    missingBatches: missing,
    packetsDropped: total(ledger.packets_dropped),
    messagesDropped: total(ledger.messages_dropped),
    messagesMalformed: total(ledger.messages_malformed),
    rowsDropped: total(ledger.rows_dropped),
  };
}

const parts = [
  'rows',
  'rejectedRows',
  'missingBatches',
  'packetsDropped',
  'messagesDropped',
  'messagesMalformed',
  'rowsDropped',
] as const;

function each(hour: Date, value: (part: (typeof parts)[number]) => number | null): HourOfAgent {
  // Each part is given a value of its own.
  return { hour, ...Object.fromEntries(parts.map((part) => [part, value(part)])) } as unknown as HourOfAgent;
}

function difference(mark: RunHour, earlier: RunHour | undefined): HourOfAgent {
  const now = counts(mark);
  const then = earlier === undefined ? undefined : counts(earlier);
  return each(mark.hour, (part) => Math.max(0, now[part] - (then?.[part] ?? 0)));
}

function unknown(hour: Date): HourOfAgent {
  return each(hour, () => null);
}

function sum(one: HourOfAgent, other: HourOfAgent): HourOfAgent {
  return each(one.hour, (part) => {
    const [a, b] = [one[part], other[part]];
    return a === null || b === null ? null : a + b;
  });
}

function total(reasons: Readonly<Record<string, number>>): number {
  return Object.values(reasons).reduce((all, count) => all + count, 0);
}
