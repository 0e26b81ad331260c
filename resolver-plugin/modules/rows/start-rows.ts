import { join } from 'node:path';
import { unaccounted } from '@sonde/sensor/status/row-account.ts';
import { type Recorder, type RecorderOptions, startRecorder } from '../../rows/recorder.ts';
import type { PluginModule } from '../plugin-module.ts';

/** The frame losses are totals of the frames that never became messages. */
export interface FrameLosses {
  /** Frames that could not be decoded. */
  readonly malformed: number;
  /** Frames that the resolver wrote and nobody read, as estimated by its own counters. */
  readonly lost: number;
}

/** The rows in force are the settings and the key by which rows are made and shipped; a reload changes them. */
export type RowsInForce = Pick<RecorderOptions, 'settings' | 'key'>;

export interface RowsOptions extends RowsInForce {
  readonly state: string;
  readonly inputs: readonly string[];
  /** Since the start of the process. */
  readonly frames: () => FrameLosses;
  readonly log: (message: string) => void;
  /** Is told of the recorder while it runs, for metrics. */
  readonly onRecorder: (recorder: Recorder | undefined) => void;
}

/**
 * Ships single queries as the agent does: rows through a bounded spool, with a ledger of what is lost. Compressing, storing
 * and sending go on in a thread of their own, so that reading dnstap never waits.
 */
export async function startRows(
  { settings, key, state, inputs, frames, log, onRecorder }: RowsOptions,
  failed: (error: unknown) => void,
): Promise<PluginModule> {
  // A module that starts again has a ledger of its own, which does not tell once more what was lost before.
  const before = frames();
  const recorder = await startRecorder({
    settings,
    key,
    directory: join(state, 'rows'),
    input: {
      names: inputs,
      live: true,
      get dropped(): Readonly<Record<string, number>> {
        const lost = frames().lost - before.lost;
        return lost > 0 ? { frames: lost } : {};
      },
    },
    malformed: () => frames().malformed - before.malformed,
    log: (level, message) => {
      if (level !== 'info') log(message);
    },
  });
  onRecorder(recorder);
  recorder.ended.catch(failed);
  return {
    sink: recorder.rows,
    status: async () => {
      const report = recorder.status();
      return { inputs, ...report, unaccounted: unaccounted(report) };
    },
    stop: async () => {
      onRecorder(undefined);
      await recorder.stop();
    },
  };
}
