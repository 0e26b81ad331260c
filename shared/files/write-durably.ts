import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The unfinished suffix ends the name of a file while it is being written; a crash leaves such a file, to be removed.
 */
export const unfinishedSuffix = '.tmp';

/** Writes a file so that after a crash it is there whole, as it was before, or not at all. Its mode is 0600. */
export async function writeDurably(
  path: string,
  content: Uint8Array | Iterable<string | Uint8Array>,
  mode = 0o600,
): Promise<void> {
  const temporary = `${path}${unfinishedSuffix}`;
  try {
    const file = await open(temporary, 'w', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    // What went wrong is worth telling; that it could not be cleared away is not.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Makes the names in a directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
