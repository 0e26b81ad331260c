import { readFile } from 'node:fs/promises';
import { prefixText, wordsText } from '@sonde/shared/net/prefix.ts';
import type { Reader } from 'mmdb-lib';
import { openDatabase } from '../build/build-dataset.ts';
import type { Dataset } from '../dataset.ts';
import type { Compiled, SnapshotFacts } from '../snapshot/compiled.ts';
import { readSnapshot } from '../snapshot/snapshot-file.ts';
import type { PrefixTable } from '../tables/prefix-table.ts';
import type { AddressKey } from './address-key.ts';
import { lastWordOf } from './address-key.ts';

/** A loaded dataset is a dataset in memory. */
export class LoadedDataset {
  readonly dataset: Dataset;
  readonly about: SnapshotFacts;
  readonly #compiled: Compiled | undefined;
  readonly #database: Reader<never> | undefined;
  readonly #bytes: number;

  constructor(
    dataset: Dataset,
    about: SnapshotFacts,
    content: Compiled | { database: Reader<never>; bytes: number },
  ) {
    this.dataset = dataset;
    this.about = about;
    if ('database' in content) {
      this.#database = content.database;
      this.#bytes = content.bytes;
    } else {
      this.#compiled = content;
      const { v4, v6, systems, texts } = content;
      this.#bytes = (v4?.bytes ?? 0) + (v6?.bytes ?? 0) + (systems?.bytes ?? 0) + (texts?.bytes.length ?? 0);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Tells whether the content may be relied upon; false if it is too old. `now` in milliseconds. */
  isFresh(now: number): boolean {
    const { staleSeconds } = this.dataset;
    const { publishedAt, builtAt } = this.about;
    return staleSeconds === undefined || now - (publishedAt ?? builtAt) <= staleSeconds * 1_000;
  }

  table(family: 4 | 6): PrefixTable | undefined {
    return family === 4 ? this.#compiled?.v4 : this.#compiled?.v6;
  }

  /** Finds the narrowest entry that an address is in, -1 if there is none. */
  find({ family, words }: AddressKey): number {
    return this.table(family)?.find(words[0], words[1], words[2], words[3]) ?? -1;
  }

  value(family: 4 | 6, entry: number): number {
    return this.table(family)?.columns.values[entry] ?? 0;
  }

  /** Lists all values of the prefix of an entry, in the order of the document. */
  values(family: 4 | 6, entry: number): number[] {
    const table = this.table(family);
    return table === undefined
      ? []
      : table
          .same(entry)
          .map((at) => table.columns.values[at]!)
          .reverse();
  }

  /** Returns the first value of the prefix of an entry. */
  firstValue(family: 4 | 6, entry: number): number {
    const table = this.table(family);
    if (table === undefined) return 0;
    const { lengths, values } = table.columns;
    let first = entry;
    for (let at = table.parent(entry); at !== -1 && lengths[at] === lengths[entry]; at = table.parent(at))
      first = at;
    return values[first]!;
  }

  prefix(family: 4 | 6, entry: number): string {
    const table = this.table(family)!;
    return prefixText({ family, words: table.wordsOf(entry), length: table.columns.lengths[entry]! });
  }

  text(number: number): string {
    return this.#compiled?.texts?.get(number) ?? '';
  }

  /** Finds the value of a number in the table of systems; undefined if there is none. */
  systemValue(asn: number): number | undefined {
    const table = this.#compiled?.systems;
    const entry = table?.find(asn) ?? -1;
    return entry === -1 ? undefined : table!.columns.values[entry];
  }

  /** Reads the record of a database with the length of its prefix. */
  record({ family, words }: AddressKey): { readonly record: unknown; readonly length: number } | undefined {
    if (this.#database === undefined) return undefined;
    const [record, length] = this.#database.getWithPrefixLength(wordsText(family, words));
    return { record, length };
  }

  /** Returns the last word up to which the dataset says the same as of this address. */
  sameUntil(key: AddressKey): number {
    if (this.#database === undefined) {
      return this.table(key.family)?.sameUntil(key.words, lastWordOf(key)) ?? 0xffff_ffff;
    }
    const { length } = this.record(key)!;
    const free = (key.family === 4 ? 32 : 128) - length;
    return free >= 32 ? 0xffff_ffff : (lastWordOf(key) | (2 ** free - 1)) >>> 0;
  }
}

/** Loads a snapshot. Throws a DocumentError if the file is none, and what the file system throws. */
export async function loadDataset(
  dataset: Dataset,
  path: string,
  about: SnapshotFacts,
): Promise<LoadedDataset> {
  if (dataset.content.kind === 'tables') {
    const compiled = await readSnapshot(path);
    return new LoadedDataset(dataset, compiled.about, compiled);
  }
  const bytes = await readFile(path);
  return new LoadedDataset(dataset, about, { database: openDatabase(bytes), bytes: bytes.length });
}
