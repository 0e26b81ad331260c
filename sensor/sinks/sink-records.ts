import { presentRowOf } from '@sonde/shared/batch/former-rows.ts';
import type { RowForm } from '@sonde/shared/batch/row-layout.ts';
import { decodeRow } from '@sonde/shared/batch/row-reader.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import type { SeenRow } from '@sonde/shared/batch/seen-row.ts';
import type { OutgoingRecord } from '@sonde/shared/sinks/define-sink.ts';
import { queryPresentations } from '@sonde/shared/sinks/presentations/index.ts';
import { filterMatcher, isSampled } from '@sonde/shared/sinks/query-filter.ts';
import { WrittenRecords } from '@sonde/shared/sinks/written-records.ts';
import type { SpoolEntry } from '../spool/spool-files.ts';
import type { ChosenSink } from './messages.ts';

/** A sensor does not know which location it is in. */
const unknownLocation = 0;

/** A waiting batch is a batch of the spool with its rows. */
export interface WaitingBatch {
  readonly entry: SpoolEntry;
  readonly body: Buffer;
  /** That of the version before, if the sensor was updated meanwhile. */
  readonly form: RowForm;
}

/** A row place is an offset in one of some batches. */
export interface RowPlace {
  readonly batch: number;
  readonly offset: number;
}

/** Sink records are records of rows that the sink's filter chose, how many rows these are and how many were looked at, and the place behind them. */
export interface SinkRecords {
  readonly records: readonly OutgoingRecord[];
  readonly chosen: number;
  readonly seen: number;
  readonly end: RowPlace;
}

/**
 * Makes a function that makes records of rows of some batches from a place on, so many at most and with so many characters unless the first row alone has
 * more: as the sink's presentation shows them, with the name of the machine. A record's id is the same at each attempt. The function throws a BatchError if the bytes
 * are no rows.
 */
export function recordMaker({ presentation, filter }: ChosenSink, sensor: string) {
  const mapping = queryPresentations[presentation]!.queries;
  const matches = filterMatcher(filter);
  return (
    batches: readonly WaitingBatch[],
    place: RowPlace,
    most: { readonly records: number; readonly characters: number },
  ): SinkRecords => {
    const written = new WrittenRecords(mapping);
    const { records } = written;
    let { batch, offset } = place;
    let chosen = 0;
    let seen = 0;
    const isFull = (): boolean => records.length >= most.records || written.octets >= most.characters;
    while (batch < batches.length && !isFull()) {
      const { entry, body, form } = batches[batch]!;
      const scanner = new RowScanner(body.subarray(offset), 0, form);
      const start = offset;
      while (!isFull() && scanner.next()) {
        const at = start + scanner.rowStart;
        offset = start + scanner.rowEnd;
        seen++;
        if (!isSampled(at, filter.sample)) continue;
        const query: SeenRow = Object.assign(decodeRow(body, at, form), { sensor });
        if (!matches(query)) continue;
        const row = presentation === 'rows' ? { row: presentRowOf(body, at, offset, form) } : {};
        const id = `${entry.batchId}-${at.toString(16)}`;
        if (written.add({ id, query, ...row }, unknownLocation)) chosen++;
      }
      if (offset < body.length) break;
      batch++;
      offset = 0;
    }
    return { records, chosen, seen, end: { batch, offset } };
  };
}
