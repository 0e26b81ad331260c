import { compareOnFile } from '@sonde/sensor/bench/compare-on-file.ts';
import type { PeerCommands, PeerResults } from '@sonde/sensor/bench/peers.ts';
import { mixedTraffic } from './mixed-traffic.ts';
import type { BenchResult } from './run-bench.ts';

export interface Comparison {
  readonly messages: number;
  readonly packets: number;
  readonly fileBytes: number;
  readonly own: BenchResult;
  /** Other programs on the same file. */
  readonly peers: PeerResults;
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
const peers: PeerCommands = {
  'dnscap -g': (path) => ['dnscap', '-r', path, '-g'],
  'tshark -T fields': (path) => [
    ...['tshark', '-n', '-r', path, '-T', 'fields'],
    ...fields.flatMap((field) => ['-e', field]),
  ],
};

/**
 * Measures our own road from file to compressed rows and that of peers, one after the other, on one generated file.
 * `measure` is the command that measures a file, whose path follows, and prints a BenchResult as JSON.
 */
export async function compareBench(messages: number, measure: readonly string[]): Promise<Comparison> {
  const { file, packets } = mixedTraffic(messages);
  const compared = await compareOnFile<BenchResult>(
    { name: 'mixed.pcap', bytes: file, count: packets },
    measure,
    peers,
  );
  return { messages, packets, fileBytes: file.length, ...compared };
}
