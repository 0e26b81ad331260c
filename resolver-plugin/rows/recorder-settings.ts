import type { recordingSettings } from '@sonde/sensor/config/recording-settings.ts';
import type { shippingSettings } from '@sonde/sensor/config/shipping-settings.ts';
import { transactionOptions } from '@sonde/sensor/config/transaction-options.ts';
import type { TransactionOptions } from '@sonde/sensor/rows/transaction-options.ts';
import { treatmentOfRows } from '@sonde/sensor/rows/treatment.ts';
import type { ShipperOptions } from '@sonde/sensor/ship/shipper.ts';
import type { Treatment } from '@sonde/shared/batch/metadata.ts';
import type { ValuesOf } from '@sonde/shared/settings/setting.ts';
import { type MessageKind, messageKinds } from './message-kinds.ts';

/** The settings that rows depend on, as the plugin's settings hold them. */
export type RowSettings = ValuesOf<typeof recordingSettings> &
  ValuesOf<typeof shippingSettings> & { readonly record_kinds: readonly MessageKind[] };

/** How rows are made, kept and sent. Times are milliseconds. */
export interface RecorderSettings {
  readonly kinds: readonly MessageKind[];
  readonly transactions: TransactionOptions;
  readonly treatment: Treatment;
  readonly batchTime: number;
  readonly stopTime: number;
  readonly shipping: Pick<
    ShipperOptions,
    | 'spoolBytes'
    | 'spoolMemoryBytes'
    | 'refusedBytes'
    | 'requestTime'
    | 'heartbeat'
    | 'queueBytes'
    | 'batchBytes'
  >;
}

export function recorderSettings(settings: RowSettings): RecorderSettings {
  const transactions = transactionOptions(settings);
  const kinds = settings.record_kinds;
  const treatment = treatmentOfRows(transactions);
  const left = messageKinds.filter((kind) => !kinds.includes(kind));
  const filters = left.length === 0 ? [] : [`deny dnstap ${left.join(' ')}`];
  return {
    kinds,
    transactions,
    treatment: { ...treatment, filters: [...filters, ...treatment.filters] },
    batchTime: settings.batch_seconds * 1_000,
    stopTime: settings.stop_seconds * 1_000,
    shipping: {
      spoolBytes: settings.spool_bytes,
      spoolMemoryBytes: settings.spool_memory_bytes,
      refusedBytes: settings.refused_bytes,
      requestTime: settings.request_seconds * 1_000,
      heartbeat: settings.heartbeat_seconds * 1_000,
      queueBytes: settings.queue_bytes,
      batchBytes: settings.batch_bytes,
    },
  };
}
