import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measurePeers, type PeerResults } from '@sonde/sensor/bench/peers.ts';
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
    const own = JSON.parse(stdout) as BenchResult;
    return {
      messages,
      packets,
      fileBytes: file.length,
      own,
      peers: await measurePeers(peers, path, packets, directory),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
