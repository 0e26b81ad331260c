import { compareOnFile } from '@sonde/sensor/bench/compare-on-file.ts';
import { describePeers, type PeerCommands, type PeerResults, rateOf } from '@sonde/sensor/bench/peers.ts';
import { dnstapTraffic } from './dnstap-traffic.ts';
import type { BenchResult } from './run-bench.ts';

export interface Comparison {
  readonly fileBytes: number;
  readonly own: BenchResult;
  /** Other programs on the same file. */
  readonly peers: PeerResults;
}

const peers: PeerCommands = {
  'dnstap -q': (path) => ['dnstap', '-r', path, '-q'],
  'dnstap -j': (path) => ['dnstap', '-r', path, '-j'],
};

/**
 * Measures our own road from a dnstap file to compressed rows and that of peers, one after the other, on one generated file. `measure`
 * is the command that measures a file, whose path follows, and prints a BenchResult as JSON.
 */
export async function compareBench(messages: number, measure: readonly string[]): Promise<Comparison> {
  const { file } = dnstapTraffic(messages);
  const compared = await compareOnFile<BenchResult>(
    { name: 'mixed.dnstap', bytes: file, count: messages },
    measure,
    peers,
  );
  return { fileBytes: file.length, ...compared };
}

/** Writes what was measured as a Markdown table. */
export function describeBench(own: BenchResult, peers: PeerResults = {}): string {
  const { messages, rows, compressedBytes, maxResidentBytes, again } = own;
  return [
    ...describePeers(
      'messages',
      [
        ['sonde-resolver, rows compressed by zstd -1', rateOf(messages, own)],
        ['the same once more in one process', rateOf(messages, again)],
      ],
      peers,
    ),
    '',
    `messages  ${messages}`,
    `rows      ${rows}, compressed ${(compressedBytes / 1e6).toFixed(1)} MB`,
    `memory    ${Math.round(maxResidentBytes / 2 ** 20)} MiB at most`,
    '',
  ].join('\n');
}
