import { type Severity, severities } from '@sonde/shared/schemas/severity.ts';
import type { IndicatorHit, IndicatorMatcher } from '../../detection/indicator-matcher.ts';
import { normaliseIndicator } from './normalise-indicator.ts';

export type IndicatorVerdict =
  | {
      readonly indicator: string;
      readonly isMalicious: false;
      readonly feedsChecked: number;
      readonly checkedAt: Date;
    }
  | {
      readonly indicator: string;
      readonly isMalicious: true;
      readonly feedsChecked: number;
      readonly severity: Severity;
      readonly threatType: string;
      readonly feeds: readonly string[];
      readonly firstSeen: Date | null;
      readonly lastSeen: Date | null;
      readonly hits: readonly IndicatorHit[];
    };

/**
 * Judges a text by all loaded sources; undefined if the text is no indicator at all. Sources that only describe
 * (severity `info`, such as Tor exits) make nothing malicious by themselves. `now` in milliseconds.
 */
export function checkIndicator(
  text: string,
  matcher: Pick<IndicatorMatcher, 'check' | 'sources'>,
  now: number,
): IndicatorVerdict | undefined {
  const indicator = normaliseIndicator(text);
  if (indicator === undefined) return undefined;
  const hits = matcher.check(indicator, Math.floor(now / 1_000));
  const feedsChecked = matcher.sources.length;
  const worst = hits.reduce<IndicatorHit | undefined>(
    (worse, hit) => (worse === undefined || rank(hit) > rank(worse) ? hit : worse),
    undefined,
  );
  if (worst === undefined || rank(worst) === 0) {
    return { indicator, isMalicious: false, feedsChecked, checkedAt: new Date(now) };
  }
  const times = (of: (hit: IndicatorHit) => number | undefined) =>
    hits.map(of).filter((time) => time !== undefined);
  const first = times((hit) => hit.indicator.firstSeenAt);
  const last = times((hit) => hit.indicator.lastSeenAt ?? hit.indicator.firstSeenAt);
  return {
    indicator,
    isMalicious: true,
    feedsChecked,
    severity: worst.indicator.severity,
    threatType: worst.indicator.threatType,
    feeds: [...new Set(hits.map((hit) => hit.indicator.source))],
    firstSeen: first.length === 0 ? null : new Date(Math.min(...first) * 1_000),
    lastSeen: last.length === 0 ? null : new Date(Math.max(...last) * 1_000),
    hits,
  };
}

function rank(hit: IndicatorHit): number {
  return severities.indexOf(hit.indicator.severity);
}
