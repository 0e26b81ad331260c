const longest = 3_600_000;

/**
 * Milliseconds that a `Retry-After` header asks for (RFC 9110 section 10.2.3: seconds or a date), an hour at most;
 * undefined where there is none or it is not understood.
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, longest);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - now, 0), longest);
}
