import { defaultPipelineOptions, type PipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { addUp, addUpCounters } from '../../../agent/threads/add-up.ts';
import { Decoder } from '../../../agent/threads/decoder.ts';
import { bytesFor, PacketBuffer } from '../../../agent/threads/packet-buffer.ts';
import { settingsOf } from '../../../agent/threads/thread-settings.ts';
import type { Row } from '../../../shared/batch/row.ts';
import { decodeRows } from '../../../shared/batch/row-reader.ts';
import type { FilePacket } from './capture-file.ts';

/** Runs packets through so many decoders that share the flows, as threads do, and adds up what they tell. */
export function runShares(
  packets: readonly FilePacket[],
  threads: number,
  options: Partial<PipelineOptions> = {},
) {
  const all = { ...defaultPipelineOptions, ...options, threads };
  const decoders = Array.from({ length: threads }, (_, index) => new Decoder(settingsOf(all, index, 77, {})));
  const size = packets.reduce((sum, { bytes }) => sum + bytesFor(bytes.length), 0);
  const buffer = new PacketBuffer(size, 1);
  for (const { bytes, time, linkType, originalLength } of packets)
    buffer.addPacket(bytes, 0, bytes.length, originalLength ?? bytes.length, time, linkType ?? 1);
  const octets = { number: 1, memory: buffer.memory, length: buffer.length };
  const rows: Row[] = [];
  const ends = decoders.map((decoder) => {
    const told = [decoder.take({ kind: 'packets', octets }), decoder.take({ kind: 'end' })];
    for (const { bytes } of told.flatMap((one) => one.rows)) rows.push(...decodeRows(bytes));
    return told[1]!;
  });
  return {
    rows,
    /** Rows of each decoder. */
    shares: ends.map(({ counters }) => counters.rows_stored),
    counters: addUpCounters(ends.map(({ counters }) => counters)),
    diagnostics: addUp(ends.map(({ figures }) => figures!.diagnostics)),
  };
}
