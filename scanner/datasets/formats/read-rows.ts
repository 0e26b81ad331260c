import { jsonElements } from '@sonde/shared/documents/json-elements.ts';
import { readLines } from '@sonde/shared/documents/read-lines.ts';
import type { DatasetSink } from '../dataset-sink.ts';

/**
 * A row kind tells whether a row was an entry (true), was malformed (false), or is not meant as an entry (`nothing`).
 */
export type RowKind = boolean | 'nothing';

/** Reads a document line by line; lines that begin with `#`, `;` or `%` and empty ones are no rows. */
export async function readRows(
  document: AsyncIterable<Uint8Array>,
  sink: DatasetSink,
  row: (line: string) => RowKind,
): Promise<void> {
  for await (const lines of readLines(document)) {
    for (const { row: number, text } of lines) {
      if (/^\s*(?:[#;%]|$)/.test(text)) continue;
      const kind = row(text);
      if (kind !== 'nothing') sink.row(number, kind);
    }
  }
}

/** Reads the elements of an array in JSON: of the document, or of its member `key`. */
export async function readElements(
  document: AsyncIterable<Uint8Array>,
  sink: DatasetSink,
  key: string | undefined,
  row: (element: Readonly<Record<string, unknown>>) => RowKind,
): Promise<void> {
  let number = 0;
  for await (const texts of jsonElements(document, key)) {
    for (const text of texts) {
      number++;
      const element = parsed(text);
      const kind = element !== undefined && row(element);
      if (kind !== 'nothing') sink.row(number, kind);
    }
  }
}

/** Reads the number of an autonomous system: `13335`, `AS13335`; undefined if it is none. AS 0 is a number. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return isSystem(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(value.trim())?.[1];
  return digits !== undefined && isSystem(Number(digits)) ? Number(digits) : undefined;
}

function isSystem(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
