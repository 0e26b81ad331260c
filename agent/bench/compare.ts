import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measureCompressed, measureProgram, type ProgramTime } from './measure-program.ts';
import { mixedTraffic } from './mixed-traffic.ts';
import type { BenchResult } from './run-bench.ts';

/** A packet rate states packets per second of wall-clock time, and per second of processor time. */
export interface PacketRate {
  readonly packetsPerSecond: number;
  readonly packetsPerCpuSecond: number;
}

/**
 * A peer result states the packet rate of another program whose text output is thrown away, which is less work than the
 * agent does.
 */
export interface PeerResult extends PacketRate {
  /**
   * The packet rate with text compressed by `zstd -1`, as our rows are: both programs' time. Null if zstd is not
   * installed.
   */
  readonly compressed: (PacketRate & { readonly compressedBytes: number }) | null;
}

export interface Comparison {
  readonly messages: number;
  readonly packets: number;
  readonly fileBytes: number;
  readonly own: BenchResult;
  /** Other programs on the same file; null if one is not installed. */
  readonly peers: Readonly<Record<string, PeerResult | null>>;
}

const fields = [
  'frame.time_epoch',
  'ip.src',
  'ip.dst',
  'udp.srcport',
  'dns.id',
  'dns.qry.name',
  'dns.qry.type',
  'dns.a',
];
const peers: Readonly<Record<string, (path: string) => readonly string[]>> = {
  'dnscap -g': (path) => ['dnscap', '-r', path, '-g'],
  'tshark -T fields': (path) => [
    ...['tshark', '-n', '-r', path, '-T', 'fields'],
    ...fields.flatMap((field) => ['-e', field]),
  ],
};

/**
 * Measures our own road from file to compressed rows and that of peers, one after the other, on one generated file.
 * `measure` is the command that measures a file, whose path follows, and prints a BenchResult as JSON: a process of its
 * own, so that the memory in which the file was made does not count.
 */
export async function compareBench(messages: number, measure: readonly string[]): Promise<Comparison> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-bench-'));
  try {
    const path = join(directory, 'mixed.pcap');
    const { file, packets } = mixedTraffic(messages);
    await writeFile(path, file);
    const { stdout } = await promisify(execFile)(measure[0]!, [...measure.slice(1), path]);
    const results: Record<string, PeerResult | null> = {};
    for (const [name, command] of Object.entries(peers)) {
      results[name] = await measurePeer(command(path), packets, join(directory, 'text.zst'));
    }
    const own = JSON.parse(stdout) as BenchResult;
    return { messages, packets, fileBytes: file.length, own, peers: results };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Measures a peer with its output thrown away and with its output compressed; null if it is not installed. `textPath`
 * is the file that takes the compressed text.
 */
export async function measurePeer(
  command: readonly string[],
  packets: number,
  textPath: string,
): Promise<PeerResult | null> {
  const thrownAway = await measureProgram(command);
  if (thrownAway === undefined) return null;
  const compressed = await measureCompressed(command, textPath);
  return {
    ...rateOf(packets, thrownAway),
    compressed:
      compressed === undefined
        ? null
        : { ...rateOf(packets, compressed), compressedBytes: compressed.compressedBytes },
  };
}

function rateOf(packets: number, time: ProgramTime): PacketRate {
  return {
    packetsPerSecond: Math.round(packets / time.seconds),
    packetsPerCpuSecond: Math.round(packets / time.cpuSeconds),
  };
}
