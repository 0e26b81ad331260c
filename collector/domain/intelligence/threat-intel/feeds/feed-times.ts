import type { IndicatorKind } from '../../../../ports/threats/indicators.ts';

/** Days that an indicator counts after it was last seen: addresses change hands fast, names slowly, flaws never. */
const expiryDays: Readonly<Record<IndicatorKind, number>> = {
  ip: 14,
  url: 30,
  domain: 90,
  certificate: 365,
  cve: 0,
};

/** Computes when an indicator stops counting, in Unix seconds; undefined if it never does. */
export function expiryOf(
  kind: IndicatorKind,
  lastSeenAt: number,
  days: number = expiryDays[kind],
): number | undefined {
  return days === 0 ? undefined : lastSeenAt + days * 86_400;
}

/**
 * Reads a date of a feed as Unix seconds: ISO 8601 with or without the time, `2026-03-01 12:00:00 UTC`, `01-03-2026`,
 * seconds.
 */
export function feedTime(value: string | number | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'number') return value > 0 && value < 4_294_967_295 ? Math.floor(value) : undefined;
  const plain = value
    .trim()
    .replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1')
    .replace(/ UTC$/, '')
    .replace(' ', 'T');
  const zoned = /[Zz]$|[+-]\d\d:?\d\d$/.test(plain) ? plain : plain.includes('T') ? `${plain}Z` : plain;
  const milliseconds = Date.parse(zoned);
  return milliseconds > 0 ? Math.floor(milliseconds / 1_000) : undefined;
}
