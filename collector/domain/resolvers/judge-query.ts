import { writtenName } from '@sonde/shared/dns/written-name.ts';
import type { Verdict } from '@sonde/shared/schemas/verdict.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { Indicator } from '../../ports/threats/indicators.ts';
import { InvalidInput } from '../errors.ts';

export interface JudgeQueryPorts {
  /** All indicators, as the matcher of the detection has them. */
  readonly matcher: {
    findName(bytes: Uint8Array, start: number, end: number, nowSeconds: number): number;
    hit(entry: number): { readonly indicator: Indicator };
  };
  readonly clock: Clock;
}

/** Seconds that a verdict may be kept: lists change by the hour, and a new entry should count soon. */
const keptFor = 300;

/** What the indicators say of a name that was asked for. Throws InvalidInput where it is no name. */
export function judgeQuery(queryName: string, path: string, { matcher, clock }: JudgeQueryPorts): Verdict {
  const name = writtenName(queryName);
  if (name === undefined) throw new InvalidInput(path, 'This is not a domain name.');
  const now = Math.floor(clock.now() / 1_000);
  const bytes = Buffer.from(name, 'latin1');
  const entry = matcher.findName(bytes, 0, bytes.length, now);
  if (entry === -1) {
    return {
      query_name: name,
      verdict: 'allow',
      threat: null,
      reason: 'No source lists this name.',
      ttl: keptFor,
    };
  }
  const { indicator } = matcher.hit(entry);
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
