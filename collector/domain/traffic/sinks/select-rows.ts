import { presentRowOf } from '@sonde/shared/batch/former-rows.ts';
import { presentForm, type RowForm } from '@sonde/shared/batch/row-layout.ts';
import { decodeRow } from '@sonde/shared/batch/row-reader.ts';
import type { OutgoingRecord } from '@sonde/shared/sinks/define-sink.ts';
import type { JsonOctets } from '@sonde/shared/sinks/presentations/json-octets.ts';
import type { Mapping, OutgoingQuery } from '@sonde/shared/sinks/presentations/presentation.ts';
import { filterMatcher, isSampled } from '@sonde/shared/sinks/query-filter.ts';
import { WrittenRecords } from '@sonde/shared/sinks/written-records.ts';
import type { SinkFilter } from '../../../ports/sinks/sinks.ts';
import type { StoredQuery } from '../../../ports/traffic/query-search.ts';
import { RowStepper } from '../../detection/rows/row-stepper.ts';
import { storedPrefixBytes } from '../ingest/stored-rows.ts';

export interface Selection {
  readonly filter: SinkFilter;
  readonly mapping: Mapping<OutgoingQuery>;
  /** Whether the mapping takes the rows themselves. */
  readonly wantsRows?: boolean;
  readonly mostRecords: number;
  /** Octets of their texts, at most, unless the first alone has more. */
  readonly mostCharacters: number;
  /** The memory that the texts are written to, instead of one of its own. */
  readonly texts?: JsonOctets | undefined;
}

/** A row selector chooses rows out of the files of stored batches, and makes texts of them. */
export class RowSelector {
  /** Rows that went into the records, and all that were looked at. */
  chosen = 0;
  seen = 0;
  readonly #selection: Selection;
  readonly #locations: ReadonlySet<number>;
  readonly #matches: (query: StoredQuery) => boolean;
  readonly #written: WrittenRecords<OutgoingQuery>;

  constructor(selection: Selection) {
    this.#selection = selection;
    this.#locations = new Set(selection.filter.locationIds);
    this.#matches = filterMatcher(selection.filter);
    this.#written = new WrittenRecords('queries', selection.mapping, selection.texts);
  }

  get records(): readonly OutgoingRecord[] {
    return this.#written.records;
  }

  get isFull(): boolean {
    const { mostRecords, mostCharacters } = this.#selection;
    return this.records.length >= mostRecords || this.#written.octets >= mostCharacters;
  }

  /**
   * Takes rows of a piece of a file that begins at that offset of it, until there are enough. Returns the offset behind the
   * last row; a row that the piece has not all of is left for the next one. Throws a RangeError if the piece begins with
   * no whole row.
   */
  take(piece: Buffer, offset: number, batchId: string, form: RowForm = presentForm): number {
    const stepper = new RowStepper(piece, storedPrefixBytes, form);
    let end = 0;
    while (!this.isFull && this.#step(stepper, end)) {
      this.#consider(piece, stepper, `${batchId}-${(offset + end).toString(16)}`, offset + end);
      end = stepper.rowEnd;
    }
    return offset + end;
  }

  #step(stepper: RowStepper, end: number): boolean {
    try {
      return stepper.next();
    } catch (error) {
      if (end > 0 && error instanceof RangeError) return false;
      throw error;
    }
  }

  #consider(piece: Buffer, { rowStart, rowEnd, form }: RowStepper, id: string, offset: number): void {
    this.seen++;
    const { filter } = this.#selection;
    const locationId = piece.readUInt32LE(rowStart - storedPrefixBytes);
    if (this.#locations.size > 0 && !this.#locations.has(locationId)) return;
    if (!isSampled(offset, filter.sample)) return;
    const ids = { locationId, agentId: piece.readUInt32LE(rowStart - 4) };
    const query: StoredQuery = Object.assign(decodeRow(piece, rowStart, form), ids);
    if (!this.#matches(query)) return;
    const row = this.#selection.wantsRows ? { row: presentRowOf(piece, rowStart, rowEnd, form) } : {};
    if (this.#written.add({ id, query, ...row }, query.observedAt, locationId)) this.chosen++;
  }
}
