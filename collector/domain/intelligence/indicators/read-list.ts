import { isIP } from 'node:net';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { isOwnName } from '@sonde/shared/net/hosts-file.ts';
import { type Severity, severitySchema } from '@sonde/shared/schemas/severity.ts';
import { parse as parseCsv } from 'csv-parse/sync';
import { z } from 'zod';

/** One entry as a list has it; what it leaves out is for the importer's defaults. */
export interface ListEntry {
  /** Which entry of the list, from 1: the line where the list has lines. */
  readonly position: number;
  readonly name: string;
  readonly threatType?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly description?: string | undefined;
}

export type ListFormat = 'lines' | 'csv' | 'json';

/** Entries in one list, at most. */
export const mostEntries = 2_000_000;

/**
 * Reads a list. `lines`: a name a line, `#` begins a comment, and lines of a hosts file (`0.0.0.0 name`) are understood.
 * `csv`: with a header that has the column `name`, and optionally `threat_type`, `severity`, `description`. `json`: an array
 * of names or of objects with those fields. Throws InvalidInput where the list as a whole can't be read.
 */
export function readList(format: ListFormat, text: string): ListEntry[] {
  const entries = readers[format](text);
  if (entries.length > mostEntries)
    throw new InvalidInput('', `A list may have at most ${mostEntries} entries.`);
  return entries;
}

const readers: Record<ListFormat, (text: string) => ListEntry[]> = {
  lines: readLines,
  csv: readCsv,
  json: readJson,
};

function readLines(text: string): ListEntry[] {
  const entries: ListEntry[] = [];
  let position = 0;
  for (const line of text.split('\n')) {
    position++;
    const text = line.split('#', 1)[0]!.trim();
    if (text === '') continue;
    const [first = '', ...names] = text.split(/\s+/);
    // Lines of a hosts file name an address first, and then any number of names. Others with several words are no names.
    if (names.length === 0 || isIP(first) === 0) entries.push({ position, name: text });
    else for (const name of names) if (!isOwnName(name)) entries.push({ position, name });
  }
  return entries;
}

const rowSchema = z.object({
  name: z.string(),
  threat_type: z.string().trim().max(128).nullish(),
  severity: severitySchema.nullish(),
  description: z.string().trim().max(2_000).nullish(),
});

function readCsv(text: string): ListEntry[] {
  let rows: Record<string, string>[];
  try {
    rows = parseCsv(text, {
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
  } catch {
    throw new InvalidInput('', 'The list is not CSV that can be read.');
  }
  if (rows[0] !== undefined && !('name' in rows[0])) {
    throw new InvalidInput(
      '',
      'The first line of a CSV list names its columns, and one of them must be "name".',
    );
  }
  // Empty cells mean that the list says nothing.
  return rows.map((row, index) =>
    entryOf(Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')), index + 2),
  );
}

function readJson(text: string): ListEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidInput('', 'The list is not valid JSON.');
  }
  if (!Array.isArray(value)) throw new InvalidInput('', 'A JSON list is an array.');
  return value.map((item, index) => entryOf(typeof item === 'string' ? { name: item } : item, index + 1));
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
