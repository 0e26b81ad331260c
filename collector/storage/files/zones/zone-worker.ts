import { parentPort, workerData } from 'node:worker_threads';
import { ZoneError } from '../../../ports/traffic/zones.ts';
import { type DigestZone, digestZone } from './digest-zone.ts';

/** A thread that digests one zone. What is wrong with the zone is an answer; all else ends the thread. */
try {
  parentPort!.postMessage({ digested: await digestZone(workerData as DigestZone) });
} catch (error) {
  if (!(error instanceof ZoneError)) throw error;
  parentPort!.postMessage({ fault: error.fault, message: error.message });
}
