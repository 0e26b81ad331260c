import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Configurations } from '../domain/intelligence/configurations/configurations.ts';
import type { ZoneFiles } from '../domain/intelligence/zones/zone-files.ts';
import { isLight, type ReadSubmitted, readSubmitted } from '../domain/traffic/ingest/read-submitted.ts';
import type { HeavyResult, HeavyTask, HeavyTasks } from './heavy-tasks.ts';
import { type TaskRun, ThreadEnded, ThreadPool } from './thread-pool.ts';

const program = new URL('./heavy-worker.ts', import.meta.url);
/** Tasks that wait, at most: each holds what it was given. */
const mostWaiting = 32;
/** Milliseconds that one task may take: an upload has a minute for its answer. */
const budget = 50_000;
const zoneLane = 'zone files';
/** And of a configuration, which takes a part of a second if nobody means ill. */
const configurationBudget = 10_000;

/**
 * Heavy work runs tasks that take processor time in a few threads, which are few so that the collector keeps a
 * processor for itself.
 */
export class HeavyWork implements ZoneFiles, Configurations {
  readonly #pool: ThreadPool<HeavyTask, HeavyResult>;

  constructor({ count, log }: { count: number; log: Log }) {
    this.#pool = new ThreadPool<HeavyTask, HeavyResult>({
      name: 'threads for heavy work',
      program,
      count,
      log,
      tasksOfThread: 1,
      mostWaiting,
      graceMilliseconds: 0,
    });
  }

  get running(): number {
    return this.#pool.running;
  }

  get waiting(): number {
    return this.#pool.waiting;
  }

  readonly validate: ZoneFiles['validate'] = (given, signal) =>
    this.#do('zoneFile', given, { signal, lane: zoneLane }, zoneTooMuch);

  readonly judge: ZoneFiles['judge'] = (given, signal) =>
    this.#do('judgedFile', given, { signal, lane: zoneLane }, zoneTooMuch);

  readonly validateConfiguration: Configurations['validateConfiguration'] = (given, signal) =>
    this.#do(
      'configuration',
      given,
      { signal, lane: 'configurations' },
      () => new InvalidInput('file', 'The configuration takes too much to validate.'),
      configurationBudget,
    );

  readonly readSubmitted: ReadSubmitted = async (bytes, form, lane) => {
    const { contentType, contentEncoding } = form;
    if (isLight(bytes, form)) return readSubmitted(bytes, form);
    const { buffer } = bytes;
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
    const given = { bytes, contentType, contentEncoding };
    const tooMuch = () => new BatchError('batch_too_large', 'The batch takes too much to be read: split it.');
    const { body, digest, ...submitted } = await this.#do(
      'submitted',
      given,
      { transfer: isOwn ? [buffer] : [], lane: `uploads of ${lane}` },
      tooMuch,
    );
    return { ...submitted, body: bufferOf(body), digest: bufferOf(digest) };
  };

  stop(): Promise<void> {
    return this.#pool.stop();
  }

  /** `tooMuch`: what is thrown if it takes more time or memory than a thread has. */
  async #do<Kind extends keyof HeavyTasks>(
    kind: Kind,
    given: HeavyTasks[Kind]['given'],
    run: Omit<TaskRun, 'budget'>,
    tooMuch: () => Error,
    milliseconds = budget,
  ): Promise<HeavyTasks[Kind]['result']> {
    try {
      return await this.#pool.run({ kind, given } as HeavyTask, { ...run, budget: milliseconds });
    } catch (error) {
      throw error instanceof ThreadEnded ? tooMuch() : error;
    }
  }
}

function zoneTooMuch(): InvalidInput {
  return new InvalidInput('zone_file', 'The zone takes too much to validate.');
}

/** Buffers come out of a thread as plain arrays of octets. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
