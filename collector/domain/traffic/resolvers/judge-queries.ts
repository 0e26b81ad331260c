import { writtenName } from '@sonde/shared/dns/written-name.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Verdict } from '@sonde/shared/schemas/verdict.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import type { Indicator } from '../../../ports/threats/indicators.ts';
import { isExcluded } from '../../detection/exclusions.ts';
import type { SettingsOf } from '../../detection/settings.ts';
import { requireResolver } from './require-resolver.ts';

export interface JudgeQueryPorts {
  /** All indicators, as the matcher of the detection has them. */
  readonly matcher: {
    worstOfName(
      bytes: Uint8Array,
      start: number,
      end: number,
      nowSeconds: number,
    ): { readonly indicator: Indicator } | undefined;
  };
  readonly resolvers: Pick<ResolverStore, 'find'>;
  readonly detectionRules: { readonly settingsOf: SettingsOf };
  readonly clock: Clock;
}

interface Asking {
  readonly accountId: number;
  readonly resolverId: number;
}

/** Seconds that a verdict may be kept: lists change by the hour, and a new entry should count soon. */
const keptFor = 300;

/**
 * Judges names that clients of a resolver asked for by the indicators. A name that is excluded at its location for
 * every client is no threat; an exclusion of some clients is looked at when the resolver tells of theirs. Throws
 * InvalidInput, with the path of the name, for what is no name.
 */
export async function judgeQueries(
  { accountId, resolverId }: Asking,
  queries: readonly { readonly queryName: string; readonly path: string }[],
  ports: JudgeQueryPorts,
): Promise<Verdict[]> {
  const { locationId } = await requireResolver(accountId, resolverId, ports);
  const exclusions = locationId === null ? [] : ports.detectionRules.settingsOf(locationId).exclusions;
  return queries.map(({ queryName, path }) => {
    const name = writtenName(queryName);
    if (name === undefined) throw new InvalidInput(path, 'This is not a domain name.');
    if (!isExcluded(exclusions, name, '')) return judge(name, ports);
    const reason = 'An exclusion of this location covers the name.';
    return { query_name: name, verdict: 'allow', threat: null, reason, ttl: keptFor };
  });
}

function judge(name: string, { matcher, clock }: Pick<JudgeQueryPorts, 'matcher' | 'clock'>): Verdict {
  const now = Math.floor(clock.now() / 1_000);
  const bytes = Buffer.from(name, 'latin1');
  const hit = matcher.worstOfName(bytes, 0, bytes.length, now);
  if (hit === undefined) {
    return {
      query_name: name,
      verdict: 'allow',
      threat: null,
      reason: 'No source lists this name.',
      ttl: keptFor,
    };
  }
  const { indicator } = hit;
  const blocks = indicator.severity !== 'info' && indicator.severity !== 'low';
  const left = indicator.expiresAt === undefined ? keptFor : indicator.expiresAt - now;
  return {
    query_name: name,
    verdict: blocks ? 'block' : 'monitor',
    threat: {
      threat_type: indicator.threatType,
      severity: indicator.severity,
      indicator: indicator.name,
      source: indicator.source,
    },
    reason: `${indicator.source} lists ${indicator.name} as ${indicator.threatType}.`,
    ttl: Math.min(keptFor, Math.max(1, left)),
  };
}
