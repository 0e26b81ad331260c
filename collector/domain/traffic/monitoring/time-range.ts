import { InvalidInput } from '@sonde/shared/errors.ts';

/** A time range is half-open: from <= time < to. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

const unitMilliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const longestMilliseconds = 400 * unitMilliseconds.d;
/** Stores can tell times between these bounds apart: times outside are slips of a program. */
const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(2200, 0, 1);
const defaultMilliseconds = unitMilliseconds.d;

/**
 * Finds the stretch of time that a question is about: from `from` to `to`, or the `period` (`90m`, `24h`, `7d`) before
 * `to`; the day before now if nothing is said. Throws InvalidInput for a range that is empty, backwards, over 400 days
 * or outside of 1970 to 2200.
 */
export function timeRange(
  asked: { from?: Date | undefined; to?: Date | undefined; period?: string | undefined },
  now: Date,
): TimeRange {
  if (asked.from !== undefined && asked.period !== undefined) {
    throw new InvalidInput('period', 'Give a period or a start, not both.');
  }
  const to = asked.to ?? now;
  const length = asked.period === undefined ? defaultMilliseconds : periodMilliseconds(asked.period);
  const from = asked.from ?? new Date(to.getTime() - length);
  const milliseconds = to.getTime() - from.getTime();
  if (milliseconds <= 0) throw new InvalidInput('from', 'The start must lie before the end.');
  if (milliseconds > longestMilliseconds) {
    throw new InvalidInput(
      asked.period === undefined ? 'from' : 'period',
      'The range may span at most 400 days.',
    );
  }
  if (from.getTime() < earliest) throw new InvalidInput('from', 'The start must not lie before 1970.');
  if (to.getTime() > latest) throw new InvalidInput('to', 'The end must not lie after 2200.');
  return { from, to };
}

function periodMilliseconds(period: string): number {
  const [, count, unit] = /^([1-9][0-9]{0,4})([mhd])$/.exec(period) ?? [];
  if (unit === undefined)
    throw new InvalidInput('period', 'A period is a number and m, h or d: 90m, 24h, 7d.');
  return Number(count) * unitMilliseconds[unit as keyof typeof unitMilliseconds];
}
