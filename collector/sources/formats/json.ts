import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { jsonElements } from '@sonde/shared/documents/json-elements.ts';
import { readLines } from '@sonde/shared/documents/read-lines.ts';
import type { FeedEntry, FeedFormat, ParsedRow } from '../../ports/threats/feed.ts';

export type JsonObject = { readonly [key: string]: unknown };
type Made = Omit<FeedEntry, 'row'> | readonly Omit<FeedEntry, 'row'>[] | undefined;

/** A function of this type makes an entry, several, or none of an element. Undefined if the element is malformed. */
export type EntryOf = (element: JsonObject) => Made;

/** Reads an array of objects, as the document or as its member `key`. */
export function json(entryOf: EntryOf, key?: string): FeedFormat {
  return {
    family: 'json',
    parse: async function* (document) {
      let row = 0;
      for await (const texts of jsonElements(document, key))
        yield texts.flatMap((text) => rowsOf(++row, text, entryOf));
    },
  };
}

/** Reads one object a line (https://github.com/ndjson/ndjson-spec). Lines with `"type": "metadata"` are no entries. */
export function ndjson(entryOf: EntryOf): FeedFormat {
  return {
    family: 'ndjson',
    parse: async function* (document) {
      for await (const lines of readLines(document)) {
        yield lines
          .filter(({ text }) => text.trim() !== '' && !/^\s*\{[^{]*"type"\s*:\s*"metadata"/.test(text))
          .flatMap(({ row, text }) => rowsOf(row, text, entryOf));
      }
    },
  };
}

/** Gives a text member, undefined if it is missing or something else. */
export function textOf(element: JsonObject, key: string): string | undefined {
  const value = element[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a whole document of at most that many bytes, as an object. */
export async function readObject(document: AsyncIterable<Uint8Array>, maxBytes: number): Promise<JsonObject> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of document) {
    size += chunk.length;
    if (size > maxBytes) throw new DocumentError(`A file of the feed is longer than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const object = parseObject(Buffer.concat(chunks).toString('utf8'));
  if (object === undefined) throw new DocumentError('A file of the feed is no JSON object.');
  return object;
}

function rowsOf(row: number, text: string, entryOf: EntryOf): ParsedRow[] {
  const element = parseObject(text);
  const made = element === undefined ? undefined : entryOf(element);
  if (made === undefined) return [{ row, malformed: 'is no object with the fields that are needed' }];
  return (Array.isArray(made) ? made : [made]).map((entry) => ({ row, ...entry }));
}
