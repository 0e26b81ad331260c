import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { senderId } from '@sonde/sensor/ship/sender-id.ts';
import { unaccounted } from '@sonde/sensor/status/row-account.ts';
import { type FrameLosses, Recorder } from '../../rows/recorder.ts';
import type { RecorderSettings } from '../../rows/recorder-settings.ts';
import type { PluginModule } from '../plugin-module.ts';

export interface RowsOptions {
  readonly collector: string;
  /** The location's key. */
  readonly key: string;
  readonly state: string;
  readonly settings: RecorderSettings;
  readonly inputs: readonly string[];
  /** Since the start of the process. */
  readonly frames: () => FrameLosses;
  readonly log: (message: string) => void;
  /** Told of the recorder while it runs, for metrics. */
  readonly onRecorder: (recorder: Recorder | undefined) => void;
}

/**
 * Ships single queries as the agent does: rows through a bounded spool, with a ledger of what is lost. Compressing, storing
 * and sending go on in a thread of their own, so that reading dnstap never waits.
 */
export async function startRows(
  options: RowsOptions,
  failed: (error: unknown) => void,
): Promise<PluginModule> {
  const { collector, key, state, settings, inputs, log } = options;
  const directory = join(state, 'rows');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // A module that starts again has a ledger of its own, which does not tell once more what was lost before.
  const before = options.frames();
  const frames = (): FrameLosses => {
    const now = options.frames();
    return {
      malformed: now.malformed - before.malformed,
      lost: Math.max(0, now.lost - before.lost),
    };
  };
  const recorder = await Recorder.start({
    settings,
    directory,
    senderId: await senderId(join(directory, 'sender-id')),
    destination: { collectors: [collector.replace(/\/+$/, '')], key, authorities: undefined },
    inputs,
    messageClock: false,
    frames,
    log: (level, message) => {
      if (level !== 'info') log(message);
    },
  });
  options.onRecorder(recorder);
  recorder.failed.catch(failed);
  return {
    sink: recorder.sink,
    status: async () => {
      const report = recorder.status();
      return { ...report, unaccounted: unaccounted(report) };
    },
    stop: async () => {
      options.onRecorder(undefined);
      await recorder.stop();
    },
  };
}
