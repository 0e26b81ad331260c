import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { BackupError } from './backup-error.ts';
import {
  type About,
  aboutFile,
  aboutSchema,
  backupLayout,
  type Manifest,
  manifestDigestFile,
  manifestFile,
  manifestSchema,
} from './backup-schema.ts';
import { readTar, type TarEntry } from './tar-reader.ts';

export type BackupEntry =
  | { readonly kind: 'about'; readonly about: About }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly bytes: number;
      readonly content: AsyncIterable<Uint8Array>;
    }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  /** Comes last, once every digest was compared. */
  | { readonly kind: 'end'; readonly manifest: Manifest };

const mostAboutBytes = 16 * 1024 * 1024;
const mostManifestBytes = 256 * 1024 * 1024;
const mostPathLength = 1_024;

/**
 * Reads a backup: what it is of first, then its files and links, and `end` once all of it was found to be as it was
 * written. Throws a BackupError otherwise, or if this program is too old for it.
 */
export async function* readBackup(source: AsyncIterable<Uint8Array>): AsyncGenerator<BackupEntry> {
  const found = new Map<string, string>();
  let isFirst = true;
  let manifest: { readonly text: Buffer; readonly value: Manifest } | undefined;
  let isWhole = false;
  for await (const entry of readTar(source)) {
    if (isFirst) {
      if (entry.path !== aboutFile) throw new BackupError('This file is not a backup of Sonde.');
      const text = await wholeOf(entry, mostAboutBytes);
      found.set(entry.path, `${entry.bytes} ${sha256(text)}`);
      isFirst = false;
      yield { kind: 'about', about: readAbout(text) };
    } else if (entry.path === manifestFile) {
      const text = await wholeOf(entry, mostManifestBytes);
      manifest = { text, value: parse(text, manifestSchema) };
    } else if (manifest !== undefined) {
      const digest = (await wholeOf(entry, 1_024)).toString('latin1').trim();
      if (entry.path !== manifestDigestFile || digest !== sha256(manifest.text))
        throw damaged('its list of files has changed since it was written');
      compare(manifest.value, found);
      isWhole = true;
    } else {
      checkPath(entry.path);
      if (found.has(entry.path)) throw damaged(`it contains ${entry.path} twice`);
      if (entry.link !== undefined) {
        found.set(entry.path, `-> ${entry.link}`);
        yield { kind: 'link', path: entry.path, target: entry.link };
        continue;
      }
      const hash = createHash('sha256');
      const content = hashed(entry.content, hash);
      yield { kind: 'file', path: entry.path, bytes: entry.bytes, content };
      // What the reader left.
      for await (const _ of content);
      found.set(entry.path, `${entry.bytes} ${hash.digest('hex')}`);
    }
  }
  if (!isWhole || manifest === undefined)
    throw new BackupError('The backup is truncated: its end is missing.');
  yield { kind: 'end', manifest: manifest.value };
}

async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

function readAbout(text: Buffer): About {
  const loose = parseJson(text) as { format?: unknown; layout?: unknown; sonde?: unknown } | null;
  if (loose?.format !== 'sonde-backup') throw new BackupError('This file is not a backup of Sonde.');
  if (typeof loose.layout === 'number' && loose.layout > backupLayout) {
    throw new BackupError(
      `The backup was made by Sonde ${String(loose.sonde).slice(0, 100)}, in a format that this program does not know. Restore it with that version or a newer one.`,
    );
  }
  return parse(text, aboutSchema);
}

function compare({ files }: Manifest, found: ReadonlyMap<string, string>): void {
  if (files.length !== found.size)
    throw damaged(`it contains ${found.size} files instead of ${files.length}`);
  for (const file of files) {
    const listed = 'link' in file ? `-> ${file.link}` : `${file.bytes} ${file.sha256}`;
    if (found.get(file.path) !== listed) throw damaged(`${file.path} has changed since it was written`);
  }
}

/** A path stays below the directory that it is written to. */
function checkPath(path: string): void {
  const parts = path.split('/');
  const isSound =
    path.length <= mostPathLength &&
    !path.includes('\0') &&
    parts.length <= 32 &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isSound) throw damaged(`it contains a file with the name ${JSON.stringify(path.slice(0, 200))}`);
}

async function wholeOf({ path, bytes, content }: TarEntry, most: number): Promise<Buffer> {
  if (bytes > most) throw damaged(`${path} is too long`);
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

function parse<Schema extends z.ZodType>(text: Buffer, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw damaged('its description cannot be read');
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    throw damaged('its description cannot be read');
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function damaged(what: string): BackupError {
  return new BackupError(`The backup is damaged: ${what}.`);
}
