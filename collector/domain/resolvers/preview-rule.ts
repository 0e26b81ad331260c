import { storedName } from '@sonde/shared/dns/names.ts';
import type { RuleMatch } from '@sonde/shared/policy/rule.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { ResolverStore } from '../../ports/resolvers/resolvers.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { RuleHits, RuleReplay } from '../../ports/traffic/rule-replay.ts';
import { InvalidInput } from '../errors.ts';
import { scopedLocationIds } from '../monitoring/scoped-locations.ts';
import { type TimeRange, timeRange } from '../monitoring/time-range.ts';
import { requireResolver } from './require-resolver.ts';

/** Days of stored traffic that one preview may look at. */
const mostDays = 7;

export interface PreviewPorts {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly resolvers: Pick<ResolverStore, 'find'>;
  readonly ruleReplay: RuleReplay;
  readonly clock: Clock;
}

export interface PreviewQuestion {
  readonly accountId: number;
  /** The resolver whose location is looked at; all of the account's locations where absent. */
  readonly resolverId: number | undefined;
  readonly locationId: number | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly period: string | undefined;
  readonly match: RuleMatch;
}

/** What a rule would have hit of the stored traffic. Throws InvalidInput and NotFound. */
export async function previewRule(
  question: PreviewQuestion,
  ports: PreviewPorts,
): Promise<RuleHits & { range: TimeRange }> {
  const { accountId, resolverId, match } = question;
  const range = timeRange(question, new Date(ports.clock.now()));
  if (range.to.getTime() - range.from.getTime() > mostDays * 86_400_000) {
    throw new InvalidInput('period', `A preview looks at ${mostDays} days at most.`);
  }
  const resolver = resolverId === undefined ? undefined : await requireResolver(accountId, resolverId, ports);
  const locationId = question.locationId ?? resolver?.locationId ?? undefined;
  const locationIds = await scopedLocationIds(accountId, locationId, ports);
  return { range, ...(await ports.ruleReplay.replay({ locationIds, ...range }, stored(match))) };
}

/** With its name as rows have names. */
function stored(match: RuleMatch): RuleMatch {
  return 'name' in match ? { ...match, name: storedName(match.name) ?? match.name } : match;
}
