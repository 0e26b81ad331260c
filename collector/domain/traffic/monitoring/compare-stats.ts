import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Agent, AgentStore } from '../../../ports/ingest/agents.ts';
import type { Threat, ThreatStore } from '../../../ports/threats/threats.ts';
import type { DomainSighting, DomainSightings } from '../../../ports/traffic/domain-sightings.ts';
import type { Mover, PeriodTotals, TrafficMovers } from '../../../ports/traffic/movers.ts';
import type { NamedCount, TrafficScope, TrafficTotals } from '../../../ports/traffic/traffic.ts';
import { alignedRange, openEnded } from './stats-range.ts';
import type { TimeQuestion, TimeQuestionPorts } from './time-question.ts';
import { trafficScope } from './time-question.ts';
import type { TimeRange } from './time-range.ts';

const minute = 60_000;
const day = 1_440 * minute;
/** One comparison may reach back over this time at most, in all. */
const longest = 62 * day;
/** An agent that was not heard of for so long is silent: several times as long as it waits between two batches. */
const silence = 15 * minute;

export interface CompareStatsPorts extends TimeQuestionPorts {
  readonly movers: TrafficMovers;
  readonly domainSightings: Pick<DomainSightings, 'newDomains'>;
  readonly threats: Pick<ThreatStore, 'list'>;
  readonly agents: Pick<AgentStore, 'list'>;
}

export interface ComparisonQuestion extends TimeQuestion {
  /** The distance to the start of the period that it is compared with; the period's own length if undefined. */
  readonly back?: 'day' | 'week' | undefined;
  /** Items of each list. */
  readonly top: number;
  /** Whether registrable domains are compared as well. */
  readonly domains: boolean;
}

export interface ComparedPeriod {
  readonly range: TimeRange;
  readonly totals: TrafficTotals;
  readonly responseCodes: readonly NamedCount<number>[];
}

export interface Comparison {
  readonly after: ComparedPeriod;
  readonly before: ComparedPeriod;
  readonly names: readonly Mover[];
  /** Undefined if they were not asked for. */
  readonly domains: readonly Mover[] | undefined;
  readonly clients: readonly Mover[];
  readonly failingNames: readonly Mover[];
  readonly newDomains: readonly DomainSighting[];
  readonly newThreats: { readonly count: number; readonly threats: readonly Threat[] };
  /** Heard of in either period, and not lately. */
  readonly silentAgents: readonly Agent[];
}

/** Compares a period with the one before it. Throws InvalidInput and NotFound. */
export async function compareStats(
  question: ComparisonQuestion,
  ports: CompareStatsPorts,
): Promise<Comparison> {
  const { accountId, locationId, top } = question;
  const now = new Date(ports.clock.now());
  const asked = await trafficScope(question, ports);
  const { after, before } = periodsOf(question, asked);
  // What is counted by the hour is had whole; nothing was observed behind now.
  const scope = { ...after, ...openEnded(after, atMinute(now)) };
  // Two at a time where each asks for much: a page has other questions under way.
  const [late, early] = await Promise.all([ports.movers.totals(scope), ports.movers.totals(before)]);
  const [names, clients] = await Promise.all([
    ports.movers.names(scope, before, top),
    ports.movers.clients(scope, before, top),
  ]);
  const domains = question.domains ? await ports.movers.domains(scope, before, top) : undefined;
  const [newDomains, newThreats, agents] = await Promise.all([
    ports.domainSightings.newDomains(scope, top),
    ports.threats.list(
      accountId,
      { locationId, firstSeen: { from: after.from, to: scope.to } },
      { limit: top, offset: 0 },
    ),
    ports.agents.list(asked.locationIds),
  ]);
  const period = (
    { from, to }: TimeRange,
    { responseCodes, ...totals }: PeriodTotals,
    which: 'after' | 'before',
  ) => ({
    range: { from, to },
    totals: { ...totals, uniqueNames: names.unique[which], uniqueClients: clients.unique[which] },
    responseCodes,
  });
  return {
    after: period(after, late, 'after'),
    before: period(before, early, 'before'),
    names: names.names,
    domains,
    clients: clients.clients,
    failingNames: names.failing,
    newDomains,
    newThreats,
    silentAgents: agents.filter(
      ({ lastSeenAt }) => lastSeenAt >= before.from && lastSeenAt.getTime() < now.getTime() - silence,
    ),
  };
}

/**
 * The two periods, at whole minutes. A period without a start of its own begins with a whole hour if it is long, as statistics do, and
 * the one before as well: rows are looked at for the last hour of that one alone. Both are then longer by the part of an hour, which they
 * share if one follows the other.
 */
function periodsOf(
  { from, back }: ComparisonQuestion,
  asked: TrafficScope,
): { readonly after: TrafficScope; readonly before: TrafficScope } {
  const { locationIds } = asked;
  const [start, to] = [atMinute(asked.from), atMinute(asked.to)];
  const length = to.getTime() - start.getTime();
  if (length < minute) throw new InvalidInput('period', 'A comparison is of whole minutes.');
  const distance = back === undefined ? length : back === 'day' ? day : 7 * day;
  if (length + distance > longest) {
    throw new InvalidInput('period', 'A comparison reaches back over 62 days at most.');
  }
  const after = { locationIds, ...alignedRange({ from }, { from: start, to }) };
  const earlier = (time: Date): Date => new Date(time.getTime() - distance);
  return { after, before: { locationIds, from: earlier(after.from), to: earlier(to) } };
}

function atMinute(time: Date): Date {
  return new Date(Math.floor(time.getTime() / minute) * minute);
}
