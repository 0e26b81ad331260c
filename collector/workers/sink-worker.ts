import { closeSync, openSync, readSync } from 'node:fs';
import { JsonOctets } from '@sonde/shared/sinks/presentations/json-octets.ts';
import { standBack } from '@sonde/shared/system/stand-back.ts';
import {
  type MadeQueries,
  type PreparedQueries,
  type PrepareQueries,
  prepareQueries,
} from '../domain/traffic/sinks/prepare-queries.ts';
import { serveTasks } from './serve-tasks.ts';

// This thread alone gets a lower priority: what comes in goes before what is passed on.
standBack(10);

/** A thread that makes batches for sinks out of stored rows. */
const texts = new JsonOctets();
serveTasks<PrepareQueries, MadeQueries>((given) => {
  const before = process.threadCpuUsage();
  const prepared = prepareQueries(given, readPiece, texts);
  const { user, system } = process.threadCpuUsage(before);
  return { ...prepared, milliseconds: (user + system) / 1_000 };
}, memoryOf);

function readPiece(path: string, offset: number, most: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(most);
    return piece.subarray(0, readSync(file, piece, 0, most, offset));
  } finally {
    closeSync(file);
  }
}

/** Gives the memory that need not be copied: memory that is the payload's own. */
function memoryOf({ payload: { buffer, byteLength } }: PreparedQueries): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
}
