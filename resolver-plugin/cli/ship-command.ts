import { basename, join } from 'node:path';
import { sum, unaccounted } from '@sonde/sensor/status/row-account.ts';
import { Command, Option } from 'commander';
import { loadSettings } from '../config/load-settings.ts';
import { readRegistration, registrationPath } from '../config/registration.ts';
import { DnstapCounters } from '../dnstap/counters.ts';
import type { MessageView } from '../dnstap/message-view.ts';
import { timeOf } from '../rows/fill-origin.ts';
import { startRecorder } from '../rows/recorder.ts';
import { locationKey } from '../run/location-key.ts';
import { describeCounts, withoutZeroes } from './describe-counts.ts';
import { exitCodes } from './exit-codes.ts';
import { type FileFault, faultOfFile } from './fault-of-file.ts';
import { addSettingOptions, givenSettings } from './setting-options.ts';
import { UsageError } from './usage-error.ts';

interface Flags {
  readonly json?: boolean;
  readonly config?: string;
  readonly shiftTo?: 'now';
}

/** Creates the command `ship`: it ships the queries of dnstap files, as if they had been seen live. */
export function shipCommand(): Command {
  const command = new Command('ship')
    .description('ship the queries of dnstap files (.gz and .zst too) to the collector')
    .argument('<FILE...>', 'files with Frame Streams data, as resolvers and dnstap tools write them')
    .option('--json', 'print JSON')
    .addOption(
      new Option(
        '--shift-to <time>',
        'shift the times of all messages so that the last message is from now',
      ).choices(['now']),
    );
  addSettingOptions(command);
  return command.action(async (files: readonly string[], options: Flags) => {
    const flags = givenSettings(command);
    const settings = loadSettings({ file: options.config, env: process.env, flags });
    const registration = await readRegistration(registrationPath(settings));
    const key = await locationKey(settings, registration);
    if (key === undefined) {
      throw new UsageError(
        'There is no location key. Register with the module analytics, or set location_key_file.',
      );
    }
    // Of its own, so that it may run beside the daemon.
    const directory = join(settings.state, 'ship');
    const counters = new DnstapCounters();
    const names = files.slice(0, 64).map((file) => `file:${basename(file)}`.slice(0, 255));
    const shift = options.shiftTo === undefined ? 0 : Date.now() * 1_000 - (await lastTime(files));
    const recorder = await startRecorder({
      settings,
      key,
      directory,
      input: { names, live: false, dropped: {} },
      shift,
      malformed: () => sum(counters.malformed),
      log: (level, message) => {
        if (level !== 'info') process.stderr.write(`${message}\n`);
      },
    });
    const faults: FileFault[] = [];
    const target = { sink: recorder.rows, counters, room: () => recorder.room() };
    for (const file of files) {
      const fault = await faultOfFile(file, target);
      if (fault !== undefined) faults.push(fault);
    }
    await recorder.stop();
    const { ledger, delivery, queue } = recorder.status();
    const left = unaccounted({ ledger, delivery, queue });
    const report = {
      frames: counters.frames,
      rows: ledger.rows_stored,
      rows_accepted: delivery.rowsAccepted,
      rows_rejected: delivery.rowsRejected,
      rows_waiting: delivery.spool.rows,
      rows_dropped: ledger.rows_dropped,
      messages_malformed: ledger.messages_malformed,
      messages_filtered: ledger.messages_filtered,
      stream_faults: withoutZeroes(counters.streamFaults),
      unaccounted: left,
    };
    process.stdout.write(options.json === true ? `${JSON.stringify(report)}\n` : describeCounts(report));
    for (const { told } of faults) process.stderr.write(`${told}\n`);
    if (delivery.lastError !== undefined && delivery.spool.rows > 0) {
      process.stderr.write(
        `Waiting rows are in ${directory}. The next run ships them: ${delivery.lastError}\n`,
      );
    }
    const isRejected = delivery.rowsRejected > 0 && delivery.rowsAccepted === 0;
    if (isRejected) {
      process.stderr.write(
        'The collector rejected every row, probably because the rows are too old. Ship old files with --shift-to now.\n',
      );
    }
    const isFaulty = faults.some(({ isCut }) => !isCut);
    if (isFaulty || delivery.spool.rows > 0 || isRejected) process.exitCode = exitCodes.failed;
  });
}

/** The time of the last message of the files, in microseconds since 1970; what is wrong with them is told when they are shipped. */
async function lastTime(files: readonly string[]): Promise<number> {
  let last = Number.NEGATIVE_INFINITY;
  const sink = {
    message: (view: MessageView): void => {
      last = Math.max(
        last,
        timeOf(view, () => last),
      );
    },
  };
  for (const file of files) {
    await faultOfFile(file, { sink, counters: new DnstapCounters() });
  }
  return Number.isFinite(last) ? last : Date.now() * 1_000;
}
