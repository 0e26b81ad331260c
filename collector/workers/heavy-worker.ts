import { standBack } from '@sonde/shared/system/stand-back.ts';
import { validateConfiguration } from '../domain/intelligence/configurations/validate-configuration.ts';
import { judgeZoneFile } from '../domain/intelligence/zones/judge-zone-file.ts';
import { validateZoneFile } from '../domain/intelligence/zones/validate-zone-file.ts';
import { readSubmitted } from '../domain/traffic/ingest/read-submitted.ts';
import type { HeavyResult, HeavyTask } from './heavy-tasks.ts';
import { serveTasks } from './serve-tasks.ts';

// This thread alone gets a lower priority: if the processors are all taken, who waits for a short answer goes first.
standBack(5);

/** A thread for tasks that take processor time. */
serveTasks<HeavyTask, HeavyResult>(async (task) => {
  switch (task.kind) {
    case 'zoneFile':
      return validateZoneFile(task.given, Date);
    case 'judgedFile':
      return judgeZoneFile(task.given);
    case 'configuration':
      return validateConfiguration(task.given);
    case 'submitted': {
      const { buffer, byteOffset, byteLength } = task.given.bytes;
      return readSubmitted(Buffer.from(buffer, byteOffset, byteLength), task.given);
    }
  }
}, memoryOf);

/** Gives the memory that need not be copied: rows have memory of their own if there are many. */
function memoryOf(result: HeavyResult): ArrayBuffer[] {
  if (!('body' in result)) return [];
  const { buffer, byteLength } = result.body;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
}
