import { presentRow } from '@sonde/shared/batch/present-row.ts';
import { decodeRow } from '@sonde/shared/batch/row-reader.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import type { OutgoingRecord } from '@sonde/shared/sinks/define-sink.ts';

/** A sensor does not know which location it is in. */
const unknownLocation = 0;

/** Sink records are records of rows of a batch, and the offset behind the last of these rows. */
export interface SinkRecords {
  readonly records: readonly OutgoingRecord[];
  readonly end: number;
}

/**
 * Makes records of the rows of a batch's body from an offset on, so many at most and with so many characters unless the first alone has more: in the words
 * of the collector's API, with the name of the machine. A record's id is the same at each attempt. Throws a BatchError if the bytes are no rows.
 */
export function sinkRecords(
  body: Buffer,
  offset: number,
  about: { readonly batchId: string; readonly host: string },
  most: { readonly records: number; readonly characters: number },
): SinkRecords {
  const scanner = new RowScanner(body.subarray(offset));
  const records: OutgoingRecord[] = [];
  let characters = 0;
  let end = offset;
  while (records.length < most.records && characters < most.characters && scanner.next()) {
    const at = offset + scanner.rowStart;
    const id = `${about.batchId}-${at.toString(16)}`;
    const row = decodeRow(body, at);
    const text = JSON.stringify({ id, sensor: about.host, ...presentRow(row) });
    characters += text.length;
    records.push({
      id,
      at: row.observedAt,
      stream: 'queries',
      severity: 'info',
      locationId: unknownLocation,
      text,
    });
    end = offset + scanner.rowEnd;
  }
  return { records, end };
}
