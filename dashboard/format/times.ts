/** Words stand within the sentences of the page: they are of its language, in the reader's form of it if there is one. */
const language = document.documentElement.lang || 'en';
const worded =
  navigator.languages.find((own) => own === language || own.startsWith(`${language}-`)) ?? language;

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});
const seconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const relative = new Intl.RelativeTimeFormat(worded, { numeric: 'auto', style: 'short' });
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Formats date and time in the browser's zone and manner. */
export function dateTime(at: string | number): string {
  return moment.format(new Date(at));
}

export function dateOnly(at: string | number): string {
  return date.format(new Date(at));
}

/** Formats a time from hours to seconds. */
export function clockTime(at: string): string {
  return seconds.format(new Date(at));
}

/** Formats a time from hours to milliseconds. */
export function exactTime(at: string): string {
  return exact.format(new Date(at));
}

/** Formats a tick below a chart that spans so many milliseconds. */
export function tick(at: number, span: number): string {
  return (span > 3 * 86_400_000 ? dayAndMonth : clock).format(at);
}

/** Formats the distance of a time from now, such as `3 min. ago`. */
export function ago(at: string | number, now: number): string {
  const ahead = (new Date(at).getTime() - now) / 1_000;
  // The page's own clock moves every ten seconds: what has come since then is no future.
  const seconds = ahead > 0 && ahead <= 10 ? 0 : ahead;
  const [unit, length] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? steps.at(-1)!;
  return relative.format(Math.round(seconds / length), unit);
}

/** Formats a length of time in its two greatest units, such as `2 h 5 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const from = Math.max(
    0,
    parts.findIndex(([amount]) => amount > 0),
  );
  const shown = seconds === 0 ? [parts[3]] : parts.slice(from, from + 2).filter(([amount]) => amount > 0);
  return shown.map(([amount, unit]) => `${amount} ${unit}`).join(' ');
}

// 2024 began with a Monday.
const weekdayNames = new Intl.DateTimeFormat(worded, { weekday: 'long', timeZone: 'UTC' });
const clockHours = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });

/** Returns the name of a day of the week; Monday is 1. */
export function weekdayName(day: number): string {
  return weekdayNames.format(Date.UTC(2024, 0, day));
}

/** Formats an hour of the day as clocks show it, such as `07:00`. */
export function hourOfDay(hour: number): string {
  return clockHours.format(Date.UTC(2024, 0, 1, hour));
}

/** Returns the time zone of this browser. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
