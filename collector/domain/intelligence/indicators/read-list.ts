import { isIP } from 'node:net';
import { byteChunks } from '@sonde/shared/documents/byte-chunks.ts';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { jsonElements } from '@sonde/shared/documents/json-elements.ts';
import { parsedCsv } from '@sonde/shared/documents/parsed-csv.ts';
import { readLines } from '@sonde/shared/documents/read-lines.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { isOwnName } from '@sonde/shared/net/hosts-file.ts';
import { type Severity, severitySchema } from '@sonde/shared/schemas/severity.ts';
import { CsvError, parse as parseCsv } from 'csv-parse';
import { z } from 'zod';

/** A list entry is one entry as a list has it; what it leaves out is for the importer's defaults. */
export interface ListEntry {
  /** The entry's place in the list, from 1: the line if the list has lines. */
  readonly position: number;
  readonly name: string;
  readonly threatType?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly description?: string | undefined;
}

export type ListFormat = 'lines' | 'csv' | 'json';

/** A list has at most this many entries. */
export const mostEntries = 2_000_000;

/**
 * Reads a list, a piece at a time. `lines`: a name a line, `#` begins a comment, and lines of a hosts file (`0.0.0.0 name`) are
 * understood. `csv`: with a header that has the column `name`, and optionally `threat_type`, `severity`, `description`. `json`: an
 * array of names or of objects with those fields. Throws InvalidInput if the list as a whole can't be read.
 */
export async function* readList(format: ListFormat, list: Uint8Array): AsyncGenerator<ListEntry> {
  let entries = 0;
  for await (const entry of readers[format](list)) {
    if (++entries > mostEntries)
      throw new InvalidInput('', `A list may have at most ${mostEntries} entries.`);
    yield entry;
  }
}

type Entries = AsyncGenerator<ListEntry>;

const readers: Record<ListFormat, (list: Uint8Array) => Entries> = {
  lines: linesOf,
  csv: readCsv,
  json: readJson,
};

async function* linesOf(list: Uint8Array): Entries {
  for await (const lines of readLines(byteChunks(list))) {
    for (const { row: position, text: line } of lines) {
      const text = line.split('#', 1)[0]!.trim();
      if (text === '') continue;
      const [first = '', ...names] = text.split(/\s+/);
      // Lines of a hosts file name an address first, and then any number of names. Others with several words are no names.
      if (names.length === 0 || isIP(first) === 0) yield { position, name: text };
      else for (const name of names) if (!isOwnName(name)) yield { position, name };
    }
  }
}

const rowSchema = z.object({
  name: z.string(),
  threat_type: z.string().trim().max(128).nullish(),
  severity: severitySchema.nullish(),
  description: z.string().trim().max(2_000).nullish(),
});

async function* readCsv(list: Uint8Array): Entries {
  const parser = parseCsv({
    columns: (header: string[]) => header.map((column) => column.trim().toLowerCase()),
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    comment: '#',
    comment_no_infix: true,
    max_record_size: 16_384,
    to: mostEntries + 1,
  });
  let position = 1;
  try {
    for await (const row of parsedCsv(list, parser) as AsyncIterable<object>) {
      if (++position === 2 && !('name' in row)) throw new InvalidInput('', noName);
      // Empty cells mean that the list says nothing.
      yield entryOf(Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')), position);
    }
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof DocumentError)) throw error;
    throw new InvalidInput('', 'The list is not CSV that can be read.');
  }
}

const noName = 'The first line of a CSV list names its columns, and one of them must be "name".';

async function* readJson(list: Uint8Array): Entries {
  const first = /^\s*(.)/.exec(Buffer.from(list.subarray(0, 1_024)).toString('utf8'))?.[1];
  if (first !== undefined && '{"tfn-0123456789'.includes(first))
    throw new InvalidInput('', 'A JSON list is an array.');
  let position = 0;
  try {
    for await (const texts of jsonElements(byteChunks(list))) {
      for (const text of texts) {
        const item: unknown = JSON.parse(text);
        yield entryOf(typeof item === 'string' ? { name: item } : item, ++position);
      }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof DocumentError)) throw error;
    throw new InvalidInput('', 'The list is not valid JSON.');
  }
}

/** An entry whose fields can't be read has a name that is none, so that it is counted as rejected with the others. */
function entryOf(value: unknown, position: number): ListEntry {
  const parsed = rowSchema.safeParse(value);
  if (!parsed.success) return { position, name: '' };
  const { name, threat_type, severity, description } = parsed.data;
  return {
    position,
    name,
    threatType: threat_type || undefined,
    severity: severity ?? undefined,
    description: description || undefined,
  };
}
