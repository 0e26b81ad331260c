import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Conflict } from '@sonde/shared/errors.ts';
import type { Backups } from '../../ports/system/backups.ts';
import { type BackupParts, writeBackup } from './write-backup.ts';

type Work = (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>;

/** Makes backups one after the other. What an earlier process left of one is removed. */
export async function createBackups(parts: Omit<BackupParts, 'snapshotDirectory'>): Promise<Backups> {
  const snapshots = join(parts.dataDirectory, 'snapshots');
  await rm(snapshots, { recursive: true, force: true });
  let isMaking = false;
  return {
    make: async () => {
      if (isMaking) throw new Conflict('Another backup is being made.');
      isMaking = true;
      const stream = writtenBy(async (write) => {
        try {
          await mkdir(snapshots, { recursive: true, mode: 0o700 });
          await writeBackup({ ...parts, snapshotDirectory: snapshots }, write);
        } finally {
          await rm(snapshots, { recursive: true, force: true });
          isMaking = false;
        }
      });
      return begun(stream, await stream.next());
    },
  };
}

/** The stream with its first piece, so that it can be left even before that is read. */
function begun(
  stream: AsyncGenerator<Uint8Array>,
  first: IteratorResult<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let next: IteratorResult<Uint8Array> | undefined = first;
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => {
      const result = next ?? (await stream.next());
      next = undefined;
      return result;
    },
    return: () => stream.return(undefined),
    throw: (error) => stream.throw(error),
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Gives what the work writes, as it is read: a write ends when the next is asked for, and fails if the reader has left. */
async function* writtenBy(work: Work): AsyncGenerator<Uint8Array> {
  let offer = promise<Uint8Array | undefined>();
  let taken = promise<void>();
  const working = work(async (bytes) => {
    if (bytes.length === 0) return;
    offer.resolve(bytes);
    await taken.promise;
  }).then(
    () => offer.resolve(undefined),
    (error: unknown) => offer.reject(error),
  );
  try {
    for (;;) {
      const bytes = await offer.promise;
      if (bytes === undefined) return;
      yield bytes;
      const { resolve } = taken;
      offer = promise();
      taken = promise();
      resolve();
    }
  } finally {
    taken.reject(new Error('The reader of the backup has left.'));
    await working;
  }
}

/** A promise that nobody need be waiting for when it is rejected. */
function promise<Value>(): PromiseWithResolvers<Value> {
  const made = Promise.withResolvers<Value>();
  made.promise.catch(() => {});
  return made;
}
