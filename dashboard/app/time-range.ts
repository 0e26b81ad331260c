import { computed } from '@preact/signals';
import { place, setQuery } from './router.ts';

/**
 * A time range is the time that pages tell of: a length before now, or from one moment to another, as the address has
 * it.
 */
export interface TimeRange {
  readonly period: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export const periods = ['1h', '6h', '24h', '7d', '30d'] as const;
const standard = '24h';
const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const range = computed<TimeRange>(() => {
  const { query } = place.value;
  const from = moment(query.get('from'));
  const to = moment(query.get('to'));
  if (from !== undefined) return { period: undefined, from, to };
  const period = query.get('period') ?? standard;
  return { period: /^[1-9]\d{0,4}[mhd]$/.test(period) ? period : standard, from: undefined, to: undefined };
});

/** The signal `comparing` tells whether the period before is shown beside the range. */
export const comparing = computed(() => place.value.query.get('compare') !== 'no');

/** The location id names the location that pages tell of; undefined for all. */
export const locationId = computed(() => {
  const text = place.value.query.get('location') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
});

/** Has pages tell of the time from one moment to another, both in milliseconds since 1970. */
export function showRange(from: number, to: number): void {
  setQuery({ period: undefined, from: new Date(from).toISOString(), to: new Date(to).toISOString() });
}

function moment(text: string | null): string | undefined {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

export function lengthOf({ period, from, to }: TimeRange, now: number): number {
  if (period !== undefined) return Number(period.slice(0, -1)) * unitMs[period.slice(-1)]!;
  return (to === undefined ? now : Date.parse(to)) - Date.parse(from!);
}

/** Writes the range in the parameters of the API. */
export function rangeQuery(asked: TimeRange): { period?: string; from?: string; to?: string } {
  if (asked.period !== undefined) return { period: asked.period };
  return { from: asked.from!, ...(asked.to === undefined ? {} : { to: asked.to }) };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Writes the range before this one, in the parameters of the API: of the same length, so that both count alike. A period up to now
 * begins with a whole hour, if it is long, or minute, as the collector has it; so does the one before, whose counts are kept by those.
 */
export function rangeBefore(asked: TimeRange, now: number): { from: string; to: string } {
  const length = lengthOf(asked, now);
  if (asked.from !== undefined) {
    const start = Date.parse(asked.from);
    return { from: new Date(start - length).toISOString(), to: new Date(start).toISOString() };
  }
  const unit = length >= 12 * hourMs ? hourMs : minuteMs;
  const from = Math.floor((now - length) / unit) * unit - length;
  const to = Math.floor((now - length) / minuteMs) * minuteMs;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Gives the parameters of the address that are carried from page to page: the time range and the location. */
export function carried(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['period', 'from', 'to', 'location', 'compare']) {
    const value = place.value.query.get(name);
    if (value !== null) kept[name] = value;
  }
  return kept;
}
