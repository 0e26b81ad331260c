import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { ZoneError } from '../../../ports/traffic/zones.ts';
import { DelegationReader } from './delegation-reader.ts';
import { addedNames, readNames, SortedRuns, writeNames } from './sorted-runs.ts';

export interface DigestZone {
  readonly zone: string;
  /** Where the packed file lies, and where everything is written. */
  readonly directory: string;
  /** The set to compare with. */
  readonly kept: string | null;
  readonly mostUnpacked: number;
  /** Names that memory holds at once. */
  readonly mostNames: number;
}

export interface DigestedZone {
  readonly names: number;
  readonly newNames: number | null;
  readonly malformed: number;
}

export const packedFile = 'packed';
export const nextFile = 'names.next';
export const freshFile = 'names.fresh';

/** Makes a sorted set of a packed zone, and a set of what the kept one has not. Throws a ZoneError. */
export async function digestZone(task: DigestZone): Promise<DigestedZone> {
  const { directory, kept } = task;
  const next = join(directory, nextFile);
  const runs = new SortedRuns(directory, task.mostNames);
  const reader = new DelegationReader(task.zone, (name) => runs.add(name));
  let unpacked = 0;
  try {
    const file = createReadStream(join(directory, packedFile));
    const gunzip = createGunzip();
    file.once('error', (error) => gunzip.destroy(error));
    for await (const octets of file.pipe(gunzip) as AsyncIterable<Buffer>) {
      unpacked += octets.length;
      if (unpacked > task.mostUnpacked)
        throw new ZoneError('too_large', `It unpacks to more than ${task.mostUnpacked} octets.`);
      reader.push(octets.toString('latin1'));
      if (runs.isFull) await runs.flush();
    }
  } catch (error) {
    throw zoneErrorOf(error);
  }
  reader.end();
  const names = await writeNames(next, runs.sorted());
  const newNames =
    kept === null
      ? null
      : await writeNames(join(directory, freshFile), addedNames(readNames(kept), readNames(next)));
  return { names, newNames, malformed: reader.malformed };
}

function zoneErrorOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return new ZoneError('cut', 'It ends before its end.');
  if (code?.startsWith('Z_') === true) return new ZoneError('no_gzip', 'It is not packed with gzip.');
  return error;
}
