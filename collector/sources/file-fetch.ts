import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Fetch, FetchError } from '@sonde/scanner/ports/fetch.ts';

/** Answers `file:` URLs from below one directory, so that feeds work without a network. The time of change is the ETag. */
export function createFileFetch(directory: URL): Fetch {
  return async (url, { headers, maxBytes, signal }) => {
    if (!url.startsWith(directory.href))
      throw new FetchError('refused', 'The file is outside of the directory for feeds.');
    const path = fileURLToPath(url);
    const about = await stat(path).catch((cause: unknown) => {
      throw new FetchError('unreachable', 'There is no such file.', { cause });
    });
    const etag = `"${about.mtimeMs}-${about.size}"`;
    if (headers?.['if-none-match'] === etag) return { status: 304, headers: {}, body: nothing() };
    if (about.size > maxBytes)
      throw new FetchError('too_large', `The file is longer than ${maxBytes} bytes.`);
    return { status: 200, headers: { etag }, body: createReadStream(path, { signal }) };
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
