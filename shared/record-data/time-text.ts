import type { TextBuffer } from '../presentation/text-buffer.ts';
import { calendarDay } from '../text/calendar-day.ts';

/** Writes seconds since 1970 as `YYYYMMDDHHmmSS` in UTC (RFC 4034 section 3.2). */
export function writeTime(out: TextBuffer, seconds: number): void {
  const days = Math.floor(seconds / 86_400);
  const rest = seconds - days * 86_400;
  const date = calendarDay(days);
  out.padded(Math.floor(date / 512), 4);
  out.padded((date >> 5) & 15, 2);
  out.padded(date & 31, 2);
  out.padded(Math.floor(rest / 3_600), 2);
  out.padded(Math.floor(rest / 60) % 60, 2);
  out.padded(rest % 60, 2);
}
