import { type FileHandle, open } from 'node:fs/promises';

/** So much is copied at once: one piece of memory, which stays in the processor's cache. */
const pieceBytes = 1024 * 1024;

/** Makes one file of several, one behind the other; of those that are in memory by their content. */
export async function concatenate(target: string, sources: readonly (string | Uint8Array)[]): Promise<void> {
  const file = await open(target, 'w', 0o600);
  try {
    let piece: Buffer | undefined;
    let together: Uint8Array[] = [];
    for (const source of sources) {
      if (typeof source !== 'string') {
        together.push(source);
        continue;
      }
      await writeAll(file, together);
      together = [];
      piece ??= Buffer.allocUnsafe(pieceBytes);
      await append(file, source, piece);
    }
    await writeAll(file, together);
  } finally {
    await file.close();
  }
}

async function writeAll(target: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  if (pieces.length > 0) await target.writeFile(Buffer.concat(pieces));
}

async function append(target: FileHandle, path: string, piece: Buffer): Promise<void> {
  const source = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await source.read(piece, 0, piece.length);
      if (bytesRead === 0) return;
      for (let at = 0; at < bytesRead; ) at += (await target.write(piece, at, bytesRead - at)).bytesWritten;
    }
  } finally {
    await source.close();
  }
}
