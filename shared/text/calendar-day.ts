/**
 * Computes the day that is `days` after 1970-01-01 in the civil calendar, as one number, since it is asked for in hot
 * places: `year * 512 + month * 32 + day of the month`, months from 1. For years from 0 on.
 */
export function calendarDay(days: number): number {
  // Days since 0000-03-01: years that begin with March end with the day that leap years have more (algorithm of H. Hinnant).
  const shifted = days + 719_468;
  const era = (shifted / 146_097) | 0;
  const dayOfEra = shifted - era * 146_097;
  const leapDays = ((dayOfEra / 1_460) | 0) - ((dayOfEra / 36_524) | 0) + ((dayOfEra / 146_096) | 0);
  const yearOfEra = ((dayOfEra - leapDays) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  const marchMonth = ((5 * dayOfYear + 2) / 153) | 0;
  const dayOfMonth = dayOfYear - (((153 * marchMonth + 2) / 5) | 0) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return year * 512 + month * 32 + dayOfMonth;
}
