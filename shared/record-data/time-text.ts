import type { TextBuffer } from '../presentation/text-buffer.ts';

/** Writes seconds since 1970 as `YYYYMMDDHHmmSS` in UTC (RFC 4034 section 3.2), by the civil calendar's arithmetic. */
export function writeTime(out: TextBuffer, seconds: number): void {
  const days = Math.floor(seconds / 86_400);
  const rest = seconds - days * 86_400;
  // Days are counted from March, so that the leap day is the year's last (algorithm of H. Hinnant, "chrono-compatible").
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  out.padded(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4);
  out.padded(month, 2);
  out.padded(day, 2);
  out.padded(Math.floor(rest / 3_600), 2);
  out.padded(Math.floor(rest / 60) % 60, 2);
  out.padded(rest % 60, 2);
}
