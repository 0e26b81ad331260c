import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What a file is called while it is being written; such files are removed at the next start. */
export const unfinishedSuffix = '.tmp';

/**
 * Writes a file so that after a crash it is there whole or not at all: under another name first, flushed, renamed, and
 * the directory flushed. Rejects with the file system's error and leaves nothing behind.
 */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = join(dirname(path), `.${basename(path)}${unfinishedSuffix}`);
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
