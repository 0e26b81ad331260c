import { queriesColumns } from './migrations/queries-columns.ts';

/**
 * Lean columns are the columns of which a lean store keeps less than it is sent, with what it keeps. Without details a row says that
 * it does not know (`row-details.ts`). Rounding latencies to two digits as well would take 0.2 bytes a row less, and was left.
 */
const leanColumns: Readonly<Record<string, string>> = {
  observed_at: "toDateTime64(toDateTime64(observed_at, 3, 'UTC'), 6, 'UTC')",
  client_port: 'toUInt16(0)',
  message_id: 'toUInt16(0)',
  records: '[]',
};

/** The lean selection lists what a lean store keeps of a file's columns, in their order, for a SELECT. */
export const leanSelection = queriesColumns.map(({ name }) => leanColumns[name] ?? name).join(', ');

/** One sentence each for what can't be answered of lean rows. */
export const noRecords =
  'This installation does not store the records of responses (SONDE_STORE_PROFILE is lean).';
export const noDetails =
  'This installation does not store what tells the two sights of a query apart: ports, message ids and records (SONDE_STORE_PROFILE is lean).';

/** Gives the time at which a lean store keeps a row; both are microseconds since 1970. */
export function leanTime(observedAt: number): number {
  return Math.floor(observedAt / 1_000) * 1_000;
}
