import { availableParallelism } from 'node:os';
import { HeavyWork } from '../../workers/heavy-work.ts';
import type { Foundation } from '../foundation.ts';

/** One core is the collector's own, and the stores have need of theirs. */
const count = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** Creates the threads for work that takes more processor time than others may wait for. */
export function createHeavyWork({
  log,
  meter,
  stage,
}: Pick<Foundation, 'log' | 'meter' | 'stage'>): HeavyWork {
  const work = stage.add('threads for heavy work', new HeavyWork({ count, log }));
  meter.gauge('sonde_heavy_threads', 'Threads for heavy work that run.', () => work.running);
  meter.gauge('sonde_heavy_tasks_waiting', 'Tasks that wait for one of them.', () => work.waiting);
  return work;
}
