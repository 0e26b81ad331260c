import type { ShippingConfig } from '@sonde/sensor/config/shipping-settings.ts';
import { transactionOptions } from '@sonde/sensor/config/transaction-options.ts';
import { treatmentOfRows } from '@sonde/sensor/rows/treatment.ts';
import { openSensorDirectory } from '@sonde/sensor/run/sensor-directory.ts';
import { type RunChange, type SensorInput, SensorRun } from '@sonde/sensor/run/sensor-run.ts';
import type { ShipperOptions } from '@sonde/sensor/ship/shipper.ts';
import type { recordingSettings } from '@sonde/shared/sensor-settings/recording-settings.ts';
import type { ValuesOf } from '@sonde/shared/settings/setting.ts';
import { pluginVersion } from '../version.ts';
import { DnstapRows } from './dnstap-rows.ts';
import { type MessageKind, messageKinds } from './message-kinds.ts';

/** The row settings are the settings that rows depend on, as the plugin's settings hold them. */
export type RowSettings = ValuesOf<typeof recordingSettings> &
  ShippingConfig & { readonly collector: string; readonly record_kinds: readonly MessageKind[] };

export interface RecorderOptions {
  readonly settings: RowSettings;
  /** The location's key. */
  readonly key: string;
  /** Keeps the identity and the spool. */
  readonly directory: string;
  readonly input: SensorInput;
  /** Microseconds that are added to the times of messages. */
  readonly shift?: number;
  /** Counts the frames of this run that could not be decoded. */
  readonly malformed: () => number;
  readonly log: ShipperOptions['log'];
}

/** One run from dnstap to the collector. */
export type Recorder = SensorRun<DnstapRows>;

/** Opens the spool and begins to ship what an earlier run left there. Rejects if the spool can't be opened. */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { settings, key, input, shift = 0, malformed, log } = options;
  const { rows, treatment, destination } = recorderChange(settings, key);
  const kinds = settings.record_kinds;
  return await SensorRun.start({
    software: `sonde-resolver/${pluginVersion()}`,
    directory: await openSensorDirectory(options.directory, 'sender-id'),
    destination,
    shipping: settings,
    treatment,
    input,
    createRows: (sink) =>
      new DnstapRows({ transactions: rows, kinds, messageClock: !input.live, shift, malformed }, sink),
    log,
  });
}

/** Returns the part of a recorder that the settings and the key decide, and that may change while it runs. */
export function recorderChange(settings: RowSettings, key: string) {
  const rows = transactionOptions(settings);
  const treatment = treatmentOfRows(rows);
  const left = messageKinds.filter((kind) => !settings.record_kinds.includes(kind));
  const filters = left.length === 0 ? [] : [`deny dnstap ${left.join(' ')}`];
  return {
    rows,
    treatment: { ...treatment, filters: [...filters, ...treatment.filters] },
    destination: { collectors: [settings.collector.replace(/\/+$/, '')], key, authorities: undefined },
  } satisfies RunChange;
}
