import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { ExportPart } from '../../../ports/accounts/account-exports.ts';

/** The limits of an archive, the manifest aside. */
export interface ArchiveLimits {
  /** Deflated. */
  readonly bytes: number;
  readonly files: number;
  /** Characters of lines that a file has; a longer line has a file of its own. */
  readonly fileCharacters: number;
}

/** Bytes that are digested at once. */
const step = 1024 * 1024;
const deflate = promisify(deflateRaw);

/** An exported file is a file as the manifest names it. */
export interface ExportedFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The archive is full: what is left does not fit. */
export class ArchiveFull extends Error {}

/** A part writer makes files of lines, each as soon as there are enough, and hands them on. */
export class PartWriter {
  readonly files: ExportedFile[] = [];
  /** Rows and deflated bytes, of all files. */
  rows = 0;
  bytes = 0;
  readonly #store: (position: number, part: ExportPart) => Promise<void>;
  readonly #limits: ArchiveLimits;
  #lines: string[] = [];
  #characters = 0;
  /** Files of the table that is written. */
  #filesOfTable = 0;

  constructor(store: (position: number, part: ExportPart) => Promise<void>, limits: ArchiveLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** Throws ArchiveFull before anything of these lines is taken. */
  async add(table: string, lines: readonly string[]): Promise<void> {
    if (this.bytes >= this.#limits.bytes || this.files.length >= this.#limits.files) throw new ArchiveFull();
    for (const line of lines) {
      this.#lines.push(line);
      this.#characters += line.length + 1;
      if (this.#characters >= this.#limits.fileCharacters) await this.#write(table);
    }
  }

  /** Writes what is left of a table. */
  async end(table: string): Promise<void> {
    if (this.#lines.length > 0) await this.#write(table);
    this.#filesOfTable = 0;
  }

  async #write(table: string): Promise<void> {
    const text = `${this.#lines.join('\n')}\n`;
    const rows = this.#lines.length;
    this.#lines = [];
    this.#characters = 0;
    const number = String(++this.#filesOfTable).padStart(4, '0');
    await this.addFile(`data/${table}.${number}.ndjson`, text, rows);
    this.rows += rows;
  }

  async addFile(path: string, text: string, rows: number): Promise<void> {
    const file = Buffer.from(text);
    const hash = createHash('sha256');
    let crc = 0;
    for (let at = 0; at < file.length; at += step) {
      const some = file.subarray(at, at + step);
      hash.update(some);
      crc = crc32(some, crc);
      // Answers go first.
      await turn();
    }
    const content = await deflate(file);
    await this.#store(this.files.length, { path, bytes: file.length, crc, content });
    this.bytes += content.length;
    this.files.push({ path, rows, bytes: file.length, sha256: hash.digest('hex') });
  }
}
