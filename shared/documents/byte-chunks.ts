import { setImmediate } from 'node:timers/promises';

/** Octets between two pauses in which others get their turn. */
const chunkBytes = 32 * 1024;

/** Splits a document that is in memory into pieces, so that its reader keeps nobody waiting. */
export async function* byteChunks(document: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < document.length; at += chunkBytes) {
    if (at > 0) await setImmediate();
    yield document.subarray(at, at + chunkBytes);
  }
}
