import { formerForm, presentForm } from '@sonde/shared/batch/row-layout.ts';
import { deliveryKey } from '@sonde/shared/sinks/delivery.ts';
import { sinkKind } from '@sonde/shared/sinks/kinds/index.ts';
import type { PresentationId } from '@sonde/shared/sinks/presentation-ids.ts';
import type { JsonOctets } from '@sonde/shared/sinks/presentations/json-octets.ts';
import type { SinkFilter, SinkPlace } from '../../../ports/sinks/sinks.ts';
import { presentations } from './presentations/index.ts';
import { RowSelector } from './select-rows.ts';

/** These are the facts that a thread needs to make a batch of stored rows. */
export interface PrepareQueries {
  readonly sink: string;
  readonly kind: string;
  readonly presentation: PresentationId;
  readonly config: unknown;
  readonly filter: SinkFilter;
  readonly host: string;
  readonly mostRecords: number;
  readonly mostCharacters: number;
  /** Files in order, each with its place: the first is read from `offset` on. */
  readonly files: readonly {
    readonly path: string;
    readonly batchId: string;
    readonly sequence: number;
    readonly bytes: number;
    readonly isFormer: boolean;
  }[];
  readonly offset: number;
}

export interface PreparedQueries {
  /** Empty if nothing was chosen. */
  readonly payload: Uint8Array;
  readonly key: string;
  /** Texts, and the rows that they stand for. */
  readonly records: number;
  readonly rows: number;
  readonly filtered: number;
  readonly place: SinkPlace;
  /** Batches that could not be read to their end. */
  readonly damaged: readonly string[];
}

/** Made queries are prepared ones, with the milliseconds of processor time that they took. */
export interface MadeQueries extends PreparedQueries {
  readonly milliseconds: number;
}

/** A function of this type reads so many octets of a file from an offset on: fewer at its end. */
export type ReadPiece = (path: string, offset: number, most: number) => Buffer;

/** More than any row has. */
const pieceBytes = 2 * 1024 * 1024;
/** Rows that one task looks at, so that others have their turn if a filter lets little through. */
const mostSeen = 100_000;

/** Makes a batch of the rows of some files, from a place on; the memory that texts are written to serves one batch after the other. */
export function prepareQueries(
  given: PrepareQueries,
  readPiece: ReadPiece,
  texts?: JsonOctets,
): PreparedQueries {
  const { presentation, filter, mostRecords, mostCharacters, files } = given;
  const { isJson, queries: mapping } = presentations[presentation];
  const kind = sinkKind(given.kind);
  if (kind === undefined || mapping === undefined)
    throw new Error(`a sink of kind ${given.kind} passes on no queries`);
  const selector = new RowSelector({
    filter,
    mapping,
    wantsRows: presentation === 'rows',
    mostRecords,
    mostCharacters,
    texts,
  });
  const damaged: string[] = [];
  let place: SinkPlace = { major: files[0]?.sequence ?? 0, minor: given.offset };
  const began = place;
  for (const { path, batchId, sequence, bytes, isFormer } of files) {
    let offset = sequence === place.major ? place.minor : 0;
    const form = isFormer ? formerForm : presentForm;
    while (offset < bytes && !selector.isFull && selector.seen < mostSeen) {
      try {
        offset = selector.take(readPiece(path, offset, pieceBytes), offset, batchId, form);
      } catch (error) {
        if (!(error instanceof RangeError) && !isMissing(error)) throw error;
        damaged.push(batchId);
        offset = bytes;
      }
    }
    place = offset < bytes ? { major: sequence, minor: offset } : { major: sequence + 1, minor: 0 };
    if (selector.isFull || selector.seen >= mostSeen) break;
  }
  const { records, chosen, seen } = selector;
  const context = { config: given.config, isJson, presentation, host: given.host };
  const payload = records.length === 0 ? new Uint8Array() : kind.frame(records, context);
  const key = deliveryKey(given.sink, records[0]?.id ?? '', records.at(-1)?.id ?? String(began.minor));
  return { payload, key, records: records.length, rows: chosen, filtered: seen - chosen, place, damaged };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
