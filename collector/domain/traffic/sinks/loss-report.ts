import type { Log } from '@sonde/shared/system/log.ts';
import type { BatchRegistry } from '../../../ports/ingest/batches.ts';
import type { JournalEntry } from '../../../ports/sinks/journal.ts';
import type { SinkStore } from '../../../ports/sinks/sinks.ts';
import type { Meter } from '../../../ports/system/metrics.ts';

export interface LossReportPorts {
  readonly registry: Pick<BatchRegistry, 'find'>;
  readonly sinkStore: Pick<SinkStore, 'lose'>;
  readonly meter: Meter;
  readonly log: Log;
  readonly collectorId: string;
}

/** Tells of batches that are gone before all sinks had them: how many rows, and whom they are missing to. */
export function createLossReport({ registry, sinkStore, meter, log, collectorId }: LossReportPorts) {
  const lost = meter.counter(
    'sonde_sink_lost_rows_total',
    'Stored rows that were gone before a sink had them.',
    ['sink'],
  );
  return async ({ batchId, sequence }: Pick<JournalEntry, 'batchId' | 'sequence'>): Promise<void> => {
    try {
      const { rows = 0 } = (await registry.find([batchId])).get(batchId) ?? {};
      for (const sink of await sinkStore.lose(collectorId, sequence, rows)) {
        lost.add(rows, { sink });
        log.warn({ sink, batch: batchId, rows }, 'rows are gone before a sink had them');
      }
    } catch (error) {
      log.error({ err: error, batch: batchId }, 'rows are gone before sinks had them, and cannot be counted');
    }
  };
}
