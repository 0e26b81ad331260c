import type { PipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import type { FilePacket } from './capture-file.ts';
import { frame, ip, tcp, uint16 } from './network.ts';
import { runPipeline } from './run-pipeline.ts';
import { exchanges, startTime } from './transactions.ts';

/** The exchanges whose queries are one client's stream. */
export const list = exchanges(40);
export const client = list[0]!.client;
export const nothing = Buffer.alloc(0);

/** A message behind its length. */
export function prefixed(message: Buffer): Buffer {
  return Buffer.concat([uint16(message.length), message]);
}

/** The queries of the list as one client's stream, pipelined. */
export const stream = Buffer.concat(list.map(({ query }) => prefixed(query)));

export function segment(
  sequence: number,
  flags: number,
  payload: Buffer,
  time = 0,
  ends = client,
): FilePacket {
  return { bytes: frame(ip(ends, 6, tcp(ends, sequence, 0, flags, payload))), time: startTime + time };
}

/** The names of the rows that packets become, and the counts. */
export function names(packets: Iterable<FilePacket>, options: Partial<PipelineOptions> = {}) {
  const { rows, counters, diagnostics } = runPipeline(packets, { maxTransactions: 64, ...options });
  return { names: rows.map(({ queryName }) => queryName), counters, diagnostics };
}

export const all = list.map((_, index) => `host-${index}.example.com`);
