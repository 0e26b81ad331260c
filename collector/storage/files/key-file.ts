import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import type { KeyFile } from '../../ports/system/key-file.ts';

/** Opens a key file on disk, readable by its owner alone. */
export function openKeyFile(path: string): KeyFile {
  return {
    read: async () => {
      try {
        return (await readFile(path, 'utf8')).trim();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write: async (key) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeDurably(path, Buffer.from(`${key}\n`));
    },
  };
}
