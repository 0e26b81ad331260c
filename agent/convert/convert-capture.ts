import { open, rm } from 'node:fs/promises';
import { openFile } from '../capture/capture-file.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../pipeline/pipeline-options.ts';
import { agentVersion } from '../run/software.ts';
import { CdnsFileWriter } from './cdns-file-writer.ts';
import { KeptTransactions } from './kept-transactions.ts';

/** The conversion counts state what was written. */
export interface ConversionCounts {
  readonly packets: number;
  /** Queries and responses, pairs counted once. */
  readonly transactions: number;
  readonly malformedMessages: number;
  readonly octets: number;
}

/** Takes octets of a file in their order. */
type Write = (octets: Uint8Array) => Promise<unknown>;

/**
 * Writes the transactions of a capture file, or of standard input as `-`, to a new file of C-DNS, or to standard output as `-`. Rejects with
 * a CaptureError if the input is damaged, behind what could be read, and with a SystemError if there is such a file already.
 */
export async function convertCapture(
  from: string,
  to: string,
  ports: readonly number[],
): Promise<ConversionCounts> {
  if (to === '-') return await convert(from, ports, toStandardOutput);
  const file = await open(to, 'wx');
  try {
    const counts = await convert(from, ports, (octets) => file.appendFile(octets));
    await file.sync();
    return counts;
  } catch (error) {
    const { size } = await file.stat();
    // A file that nothing could be read from is none.
    if (size === 0) await rm(to, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function convert(from: string, ports: readonly number[], write: Write): Promise<ConversionCounts> {
  const waiting: Uint8Array[] = [];
  let octets = 0;
  const options = { ...defaultPipelineOptions, ports, keepRecords: false, opensStreams: true };
  const generator = `sonde-agent/${agentVersion()}`;
  const writer = new CdnsFileWriter({ queryTimeout: options.queryTimeout, generator }, (bytes) => {
    waiting.push(bytes);
  });
  const witness = new KeptTransactions(writer);
  const pipeline = new Pipeline(options, { rows: () => undefined, witness });
  const room = async (): Promise<void> => {
    for (const bytes of waiting.splice(0)) {
      octets += bytes.length;
      await write(bytes);
    }
  };
  let fault: unknown;
  try {
    await openFile(from, { speed: 'max', room }).run(pipeline);
  } catch (error) {
    fault = error;
  }
  pipeline.end();
  const packets = pipeline.counters().packets_captured;
  if (fault === undefined || packets > 0) {
    writer.end();
    await room();
  }
  if (fault !== undefined) throw fault;
  const { transactions, malformedMessages } = witness;
  return { packets, transactions, malformedMessages, octets };
}

function toStandardOutput(octets: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(octets, (error) => (error ? reject(error) : resolve()));
  });
}
