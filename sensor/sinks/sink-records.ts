import type { EncryptedFlow } from '@sonde/shared/batch/encrypted-flow.ts';
import { presentRowOf } from '@sonde/shared/batch/former-rows.ts';
import type { RowForm } from '@sonde/shared/batch/row-layout.ts';
import { decodeRow } from '@sonde/shared/batch/row-reader.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import type { SeenRow } from '@sonde/shared/batch/seen-row.ts';
import type { OutgoingRecord } from '@sonde/shared/sinks/define-sink.ts';
import { queryPresentations } from '@sonde/shared/sinks/presentations/index.ts';
import type { OutgoingConnection, OutgoingQuery } from '@sonde/shared/sinks/presentations/presentation.ts';
import { filterMatcher, isSampled } from '@sonde/shared/sinks/query-filter.ts';
import { WrittenRecords } from '@sonde/shared/sinks/written-records.ts';
import type { SpoolEntry } from '../spool/spool-files.ts';
import type { ChosenSink } from './messages.ts';

/** A sensor does not know which location it is in. */
const unknownLocation = 0;

interface QueryBatch {
  readonly entry: SpoolEntry;
  readonly body: Buffer;
  /** That of the version before, if the sensor was updated meanwhile. */
  readonly form: RowForm;
}

interface FlowBatch {
  readonly entry: SpoolEntry;
  readonly flows: readonly EncryptedFlow[];
}

/** A waiting batch is a batch of the spool with its rows: of queries, or tellings of connections of encrypted DNS. */
export type WaitingBatch = QueryBatch | FlowBatch;

/** A row place is an offset in one of some batches; of connections their number. */
export interface RowPlace {
  readonly batch: number;
  readonly offset: number;
}

/** Sink records are records of rows of one stream that the sink chose, how many rows these are and how many were looked at, and the place behind them. */
export interface SinkRecords {
  readonly records: readonly OutgoingRecord[];
  readonly chosen: number;
  readonly seen: number;
  readonly end: RowPlace;
}

interface MostRecords {
  readonly records: number;
  readonly characters: number;
}

/**
 * Makes a function that makes records of rows of some batches from a place on, so many at most and with so many characters unless the first row alone has
 * more: as the sink's presentation shows them, with the name of the machine. A record's id is the same at each attempt. The function throws a BatchError if the bytes
 * are no rows.
 */
export function recordMaker(sink: ChosenSink, sensor: string) {
  const takeQueries = queryTaker(sink, sensor);
  const takeFlows = flowTaker(sink, sensor);
  return (batches: readonly WaitingBatch[], place: RowPlace, most: MostRecords): SinkRecords => {
    const first = batches[place.batch];
    return first !== undefined && 'flows' in first
      ? gathered(takeFlows, batches, place, most)
      : gathered(takeQueries, batches, place, most);
  };
}

/** What one stream is written to, and whether there is room. */
interface Gathering<Item extends { readonly id: string }> {
  readonly written: WrittenRecords<Item>;
  readonly isFull: () => boolean;
  chosen: number;
  seen: number;
}

/** A taker takes rows of one batch from an offset on: it gives the offset behind the last, and whether that is the batch's end; undefined for a batch of the other stream. */
interface Taker<Item extends { readonly id: string }> {
  readonly begin: () => WrittenRecords<Item>;
  readonly take: (
    batch: WaitingBatch,
    offset: number,
    into: Gathering<Item>,
  ) => { readonly offset: number; readonly isWhole: boolean } | undefined;
}

function gathered<Item extends { readonly id: string }>(
  { begin, take }: Taker<Item>,
  batches: readonly WaitingBatch[],
  place: RowPlace,
  most: MostRecords,
): SinkRecords {
  const written = begin();
  const { records } = written;
  const isFull = (): boolean => records.length >= most.records || written.octets >= most.characters;
  const gathering = { written, isFull, chosen: 0, seen: 0 };
  let { batch, offset } = place;
  while (batch < batches.length && !isFull()) {
    const taken = take(batches[batch]!, offset, gathering);
    if (taken === undefined) break;
    offset = taken.offset;
    if (!taken.isWhole) break;
    batch++;
    offset = 0;
  }
  return { records, chosen: gathering.chosen, seen: gathering.seen, end: { batch, offset } };
}

function queryTaker({ presentation, queries, filter }: ChosenSink, sensor: string): Taker<OutgoingQuery> {
  const mapping = queryPresentations[presentation]!.queries;
  const matches = filterMatcher(filter);
  return {
    begin: () => new WrittenRecords('queries', mapping),
    take: (batch, from, into) => {
      if ('flows' in batch) return undefined;
      const { entry, body, form } = batch;
      const scanner = new RowScanner(body.subarray(from), 0, form);
      let offset = from;
      while (!into.isFull() && scanner.next()) {
        const at = from + scanner.rowStart;
        offset = from + scanner.rowEnd;
        into.seen++;
        if (!queries || !isSampled(at, filter.sample)) continue;
        const query: SeenRow = Object.assign(decodeRow(body, at, form), { sensor });
        if (!matches(query)) continue;
        const row = presentation === 'rows' ? { row: presentRowOf(body, at, offset, form) } : {};
        const id = `${entry.batchId}-${at.toString(16)}`;
        if (into.written.add({ id, query, ...row }, query.observedAt, unknownLocation)) into.chosen++;
      }
      return { offset, isWhole: offset >= body.length };
    },
  };
}

function flowTaker({ presentation, connections }: ChosenSink, sensor: string): Taker<OutgoingConnection> {
  // What waits since the sink was described otherwise may have no form; it is left out then.
  const mapping = queryPresentations[presentation]!.connections;
  const isChosen = ({ is_open: isOpen }: EncryptedFlow): boolean =>
    mapping !== undefined && connections !== undefined && (connections === 'all' || !isOpen);
  return {
    begin: () =>
      new WrittenRecords('connections', mapping ?? { fields: [], write: () => undefined, texts: () => [] }),
    take: (batch, from, into) => {
      if (!('flows' in batch)) return undefined;
      let offset = from;
      for (; offset < batch.flows.length && !into.isFull(); offset++) {
        const flow = batch.flows[offset]!;
        into.seen++;
        if (!isChosen(flow)) continue;
        const item = { id: `${flow.id}-${flow.telling}`, flow, sensor };
        if (into.written.add(item, flow.last_seen_at, unknownLocation)) into.chosen++;
      }
      return { offset, isWhole: offset >= batch.flows.length };
    },
  };
}
