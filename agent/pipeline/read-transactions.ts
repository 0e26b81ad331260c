import { presentRow } from '@sonde/shared/batch/present-row.ts';
import { decodeRows } from '@sonde/shared/batch/row-reader.ts';
import { openFile } from '../capture/capture-file.ts';
import { Pipeline } from './pipeline.ts';
import { defaultPipelineOptions } from './pipeline-options.ts';

/**
 * Reads a capture file, or standard input as `-`, and gives out its transactions as they end; `ready` is awaited whenever
 * some were. Rejects with a CaptureError, behind what could be read.
 */
export async function readTransactions(
  path: string,
  ports: readonly number[],
  take: (transaction: object) => void,
  ready: () => Promise<void>,
): Promise<void> {
  const rows = (bytes: Uint8Array): void => {
    for (const row of decodeRows(bytes)) take(presentRow(row));
  };
  const pipeline = new Pipeline({ ...defaultPipelineOptions, ports, opensStreams: true }, { rows });
  const room = (): Promise<void> => {
    // Who looks on while packets come sees each transaction as soon as it ends.
    pipeline.flush();
    return ready();
  };
  try {
    await openFile(path, { speed: 'max', room }).run(pipeline);
  } finally {
    pipeline.end();
    await ready();
  }
}
