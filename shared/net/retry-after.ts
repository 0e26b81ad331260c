/**
 * Reads a `Retry-After` header as milliseconds from `now`: seconds, or a date (RFC 9110 section 10.2.3), which gives 0 once it
 * has passed. Undefined if the header is missing or in neither form. Whoever waits sets a bound.
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // JavaScript reads much as a date that is none, such as "1.5".
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return undefined;
  // The oldest of the three forms names no zone, and all three mean UTC (section 5.6.7).
  const date = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
