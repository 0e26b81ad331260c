import { calendarDay } from './calendar-day.ts';

const dayMilliseconds = 86_400_000;

// The pieces of a moment's text, made once: joining five takes a fifth of the time of writing each digit.
const daysOfYear = table(13 * 32, (index) => `-${digits(index >> 5, 2)}-${digits(index & 31, 2)}T`);
const minutesOfDay = table(
  1_440,
  (minute) => `${digits(Math.floor(minute / 60), 2)}:${digits(minute % 60, 2)}:`,
);
const seconds = table(60, (second) => `${digits(second, 2)}.`);
const milliseconds = table(1_000, (millisecond) => `${digits(millisecond, 3)}Z`);

/**
 * Writes a moment as `2026-03-14T09:26:53.589Z`, as `Date.prototype.toISOString` writes it and in a third of its time:
 * lists of answers are full of them. `time`: milliseconds since 1970. Throws a RangeError as that does.
 */
export function isoTime(time: number): string {
  const day = Math.floor(time / dayMilliseconds);
  const date = calendarDay(day);
  const year = Math.floor(date / 512);
  if (!(year >= 1_000 && year <= 9_999)) return new Date(time).toISOString();
  const rest = Math.floor(time) - day * dayMilliseconds;
  const minute = Math.floor(rest / 60_000);
  const second = Math.floor(rest / 1_000) - minute * 60;
  return (
    year + daysOfYear[date & 511]! + minutesOfDay[minute]! + seconds[second]! + milliseconds[rest % 1_000]!
  );
}

function table(length: number, text: (index: number) => string): readonly string[] {
  return Array.from({ length }, (_, index) => text(index));
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
