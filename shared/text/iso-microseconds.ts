import { isoTime } from './iso-time.ts';

/** Writes a moment in ISO 8601 with microseconds, which a Date has no room for. `microseconds`: since 1970. */
export function isoMicroseconds(microseconds: number): string {
  const milliseconds = isoTime(Math.floor(microseconds / 1_000));
  return `${milliseconds.slice(0, -1)}${String(microseconds % 1_000).padStart(3, '0')}Z`;
}

/** Reads a moment of ISO 8601 with a fraction of any length, as microseconds since 1970; NaN if the text is none. */
export function microsecondsOfIso(text: string): number {
  // Date keeps milliseconds only; the digits behind them are taken from the text.
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  return Date.parse(text) * 1_000 + Number(fraction.padEnd(6, '0').slice(3, 6));
}
