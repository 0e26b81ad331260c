import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions, type PipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import type { PipelineCounters } from '../../../sensor/rows/row-writer.ts';
import type { Row } from '../../../shared/batch/row.ts';
import { decodeRows } from '../../../shared/batch/row-reader.ts';
import type { FilePacket } from './capture-file.ts';

/** Runs packets through a real pipeline and reads back its rows. */
export function runPipeline(
  packets: Iterable<FilePacket>,
  options: Partial<PipelineOptions> = {},
): { rows: Row[]; counters: PipelineCounters; diagnostics: Readonly<Record<string, number>> } {
  const rows: Row[] = [];
  const pipeline = new Pipeline(
    { ...defaultPipelineOptions, ...options },
    { rows: (bytes) => rows.push(...decodeRows(bytes)) },
  );
  for (const { bytes, time, linkType, originalLength } of packets) {
    pipeline.packet(bytes, 0, bytes.length, originalLength ?? bytes.length, time, linkType ?? 1);
  }
  pipeline.end();
  return { rows, counters: pipeline.counters(), diagnostics: pipeline.diagnostics() };
}

/** What the ledger leaves unexplained: 0 when it balances. */
export function unaccounted(counters: PipelineCounters): number {
  const sum = (values: Readonly<Record<string, number>>): number =>
    Object.values(values).reduce((total, value) => total + value, 0);
  return (
    counters.messages_seen -
    counters.messages_stored -
    counters.messages_repeated -
    counters.messages_filtered -
    counters.messages_sampled -
    sum(counters.messages_malformed) -
    sum(counters.messages_dropped) -
    counters.messages_pending
  );
}
