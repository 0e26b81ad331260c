import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import { type PrefixColumns, PrefixTable } from '../tables/prefix-table.ts';
import { TextTable } from '../tables/text-table.ts';
import type { Compiled, SnapshotFacts } from './compiled.ts';

/** A snapshot: this, the length of its head and its checksum, the head in JSON, and arrays at multiples of 8. */
const magic = 'SONDEDS1';
const headAt = 24;
const mostHead = 65_536;
const tables = ['v4', 'v6', 'systems'] as const;

interface Section {
  readonly at: number;
  readonly bytes: number;
}

interface TableHead {
  readonly words: 1 | 2 | 4;
  readonly sections: readonly Section[];
}

interface Head {
  readonly about: SnapshotFacts;
  readonly tables: Readonly<Partial<Record<(typeof tables)[number], TableHead>>>;
  readonly texts: readonly Section[] | undefined;
}

/** Writes a snapshot so that it is there whole or not at all. */
export async function writeSnapshot(path: string, compiled: Compiled): Promise<void> {
  const arrays: (Uint8Array | Uint32Array)[] = [];
  let end = 0;
  const place = (array: Uint8Array | Uint32Array): Section => {
    const section = { at: end, bytes: array.byteLength };
    arrays.push(array);
    end += padded(array.byteLength);
    return section;
  };
  const placed: Partial<Record<(typeof tables)[number], TableHead>> = {};
  for (const name of tables) {
    const table = compiled[name];
    if (table === undefined) continue;
    const { words, starts, lengths, parents, values, extras } = table.columns;
    placed[name] = { words, sections: [starts, lengths, parents, values, extras].map(place) };
  }
  const texts = compiled.texts && [place(compiled.texts.offsets), place(compiled.texts.bytes)];
  const head: Head = { about: compiled.about, tables: placed, texts };
  const text = Buffer.from(JSON.stringify(head), 'utf8');
  const body = arrays.flatMap((array) => {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    return [bytes, Buffer.alloc(padded(bytes.length) - bytes.length)];
  });
  const start = Buffer.alloc(padded(headAt + text.length));
  start.write(magic, 'latin1');
  start.writeUInt32LE(text.length, 8);
  text.copy(start, headAt);
  let checksum = crc32(start.subarray(headAt));
  for (const bytes of body) checksum = crc32(bytes, checksum);
  start.writeUInt32LE(checksum, 12);
  await writeDurably(path, [start, ...body]);
}

/** Loads a snapshot. Throws a DocumentError if the file is none, or damaged. */
export async function readSnapshot(path: string): Promise<Compiled> {
  const file = await readFile(path);
  if (file.length < headAt || file.toString('latin1', 0, 8) !== magic)
    throw new DocumentError('The file is no snapshot of a dataset.');
  const headLength = file.readUInt32LE(8);
  if (headLength > mostHead || crc32(file.subarray(headAt)) !== file.readUInt32LE(12))
    throw new DocumentError('The snapshot is damaged.');
  const head = JSON.parse(file.toString('utf8', headAt, headAt + headLength)) as Head;
  const body = padded(headAt + headLength);
  // Arrays of 32 bits have to begin at multiples of 4, which small files in a shared piece of memory may not.
  const aligned = (file.byteOffset + body) % 4 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
  const bytesOf = ({ at, bytes }: Section) => aligned.subarray(body + at, body + at + bytes);
  const wordsOf = (section: Section) => {
    const bytes = bytesOf(section);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  };
  const table = (name: (typeof tables)[number]): PrefixTable | undefined => {
    const described = head.tables[name];
    if (described === undefined) return undefined;
    const [starts, lengths, parents, values, extras] = described.sections;
    const columns: PrefixColumns = {
      words: described.words,
      starts: wordsOf(starts!),
      lengths: bytesOf(lengths!),
      parents: wordsOf(parents!),
      values: wordsOf(values!),
      extras: bytesOf(extras!),
    };
    return new PrefixTable(columns);
  };
  const [offsets, texts] = head.texts ?? [];
  return {
    about: head.about,
    v4: table('v4'),
    v6: table('v6'),
    systems: table('systems'),
    texts: offsets && texts && new TextTable(wordsOf(offsets), bytesOf(texts)),
  };
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
