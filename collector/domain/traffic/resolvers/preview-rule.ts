import { storedName } from '@sonde/shared/dns/names.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { RuleMatch } from '@sonde/shared/policy/rule.ts';
import type { ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import type { RuleHits, RuleReplay } from '../../../ports/traffic/rule-replay.ts';
import { type TimeQuestion, type TimeQuestionPorts, trafficScope } from '../monitoring/time-question.ts';
import type { TimeRange } from '../monitoring/time-range.ts';
import { requireResolver } from './require-resolver.ts';

/** Days of stored traffic that one preview may look at. */
const mostDays = 7;

export interface PreviewPorts extends TimeQuestionPorts {
  readonly resolvers: Pick<ResolverStore, 'find'>;
  readonly ruleReplay: RuleReplay;
}

export interface PreviewQuestion extends TimeQuestion {
  /** The resolver whose location is looked at; all of the account's locations if absent. */
  readonly resolverId: number | undefined;
  readonly match: RuleMatch;
}

/** Counts what a rule would have hit of the stored traffic. Throws InvalidInput and NotFound. */
export async function previewRule(
  question: PreviewQuestion,
  ports: PreviewPorts,
): Promise<RuleHits & { range: TimeRange }> {
  const { accountId, resolverId, match } = question;
  const resolver = resolverId === undefined ? undefined : await requireResolver(accountId, resolverId, ports);
  const locationId = question.locationId ?? resolver?.locationId ?? undefined;
  const scope = await trafficScope({ ...question, locationId }, ports);
  if (scope.to.getTime() - scope.from.getTime() > mostDays * 86_400_000) {
    throw new InvalidInput('period', `A preview looks at ${mostDays} days at most.`);
  }
  return { range: scope, ...(await ports.ruleReplay.replay(scope, stored(match))) };
}

/** With its name as rows have names. */
function stored(match: RuleMatch): RuleMatch {
  return 'name' in match ? { ...match, name: storedName(match.name) ?? match.name } : match;
}
