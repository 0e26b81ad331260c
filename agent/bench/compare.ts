import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mixedTraffic } from './mixed-traffic.ts';
import { type BenchResult, benchFile } from './run-bench.ts';

export interface Comparison {
  readonly messages: number;
  readonly own: BenchResult;
  /** Packets per second of other programs on the same file; null where one is not installed. */
  readonly peers: Readonly<Record<string, number | null>>;
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
const peers: Readonly<Record<string, (path: string) => readonly [string, ...string[]]>> = {
  'dnscap -g': (path) => ['dnscap', '-r', path, '-g'],
  'tshark -T fields': (path) => [
    'tshark',
    '-n',
    '-r',
    path,
    '-T',
    'fields',
    ...fields.flatMap((field) => ['-e', field]),
  ],
};

/** Measures our own road from file to compressed rows and that of peers, one after the other, on one generated file. */
export async function compareBench(messages: number): Promise<Comparison> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-bench-'));
  try {
    const path = join(directory, 'mixed.pcap');
    const { file, packets } = mixedTraffic(messages);
    await writeFile(path, file);
    const own = await benchFile(path);
    const rates: Record<string, number | null> = {};
    for (const [name, command] of Object.entries(peers)) {
      const seconds = await secondsOf(command(path));
      rates[name] = seconds === null ? null : Math.round(packets / seconds);
    }
    return { messages, own, peers: rates };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Wall-clock seconds of a command whose output is thrown away; null where it can't be run. */
function secondsOf([program, ...parameters]: readonly [string, ...string[]]): Promise<number | null> {
  const started = process.hrtime.bigint();
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { stdio: 'ignore' });
    child.on('error', () => resolve(null));
    child.on('exit', (code) => resolve(code === 0 ? Number(process.hrtime.bigint() - started) / 1e9 : null));
  });
}
