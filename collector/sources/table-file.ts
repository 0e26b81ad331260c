import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { TableFile } from '../ports/networks/table-file.ts';
import { readLines } from './formats/read-lines.ts';

/** A file by its path; its size and time of change tell whether it is another one. */
export function openTableFile(path: string): TableFile {
  return {
    name: path,
    open: async (mark) => {
      const { mtimeMs, size } = await stat(path);
      const now = `${mtimeMs} ${size}`;
      return now === mark ? undefined : { mark: now, content: createReadStream(path) };
    },
    lines: readLines,
  };
}
