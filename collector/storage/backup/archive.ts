import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Manifest, manifestDigestFile, manifestFile } from '@sonde/shared/backup/backup-schema.ts';
import { tarEnd, tarHead, tarPadding } from '@sonde/shared/backup/tar-writer.ts';
import type { LinkedFile } from './link-tree.ts';

export type Write = (bytes: Uint8Array) => Promise<void>;

const pieceBytes = 1024 * 1024;

/** An archive notes what it was given, for the list at its end. */
export class Archive {
  readonly #write: Write;
  readonly #modifiedAt: number;
  readonly #listed: Manifest['files'] = [];
  readonly rows: Manifest['rows'] = {};
  files: readonly LinkedFile[] = [];

  constructor(write: Write, modifiedAt: number) {
    this.#write = write;
    this.#modifiedAt = modifiedAt;
  }

  async add(path: string, bytes: Uint8Array): Promise<void> {
    this.#listed.push({
      path,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    await this.#addUnlisted(path, bytes);
  }

  async addFile(from: string, { path, bytes, modifiedAt, link }: LinkedFile): Promise<void> {
    if (link !== undefined) {
      this.#listed.push({ path, link });
      await this.#write(tarHead({ path, bytes: 0, link, modifiedAt }));
      return;
    }
    await this.#write(tarHead({ path, bytes, modifiedAt }));
    const hash = createHash('sha256');
    let read = 0;
    if (bytes > 0) {
      for await (const piece of createReadStream(from, { end: bytes - 1, highWaterMark: pieceBytes })) {
        hash.update(piece);
        read += piece.length;
        await this.#write(piece);
      }
    }
    if (read !== bytes) throw new Error(`${path} became shorter while it was read.`);
    await this.#write(tarPadding(bytes));
    this.#listed.push({ path, bytes, sha256: hash.digest('hex') });
  }

  async end(): Promise<void> {
    const manifest: Manifest = { files: this.#listed, rows: this.rows };
    const text = Buffer.from(JSON.stringify(manifest));
    await this.#addUnlisted(manifestFile, text);
    const digest = createHash('sha256').update(text).digest('hex');
    await this.#addUnlisted(manifestDigestFile, Buffer.from(`${digest}\n`));
    await this.#write(tarEnd);
  }

  async #addUnlisted(path: string, bytes: Uint8Array): Promise<void> {
    await this.#write(tarHead({ path, bytes: bytes.length, modifiedAt: this.#modifiedAt }));
    await this.#write(bytes);
    await this.#write(tarPadding(bytes.length));
  }
}
