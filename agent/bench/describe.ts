import { describePeers, rateOf } from '@sonde/sensor/bench/peers.ts';
import type { Comparison } from './compare.ts';
import type { BenchResult, PassTime } from './run-bench.ts';

/** Writes the result of a benchmark as text for people. */
export function describeBench(result: BenchResult): string {
  const { again } = result;
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  return [
    `packets             ${result.packets} in ${result.seconds.toFixed(2)} s, ${result.cpuSeconds.toFixed(2)} s of processor time`,
    `packets per second  ${result.packetsPerSecond}; per second of processor time ${perCpuSecond(result, result)}`,
    `once more           in ${again.seconds.toFixed(2)} s, ${again.cpuSeconds.toFixed(2)} s of processor time`,
    `packets per second  ${again.packetsPerSecond}; per second of processor time ${perCpuSecond(result, again)}`,
    `rows                ${result.rows}, ${megabytes(result.rowBytes)} MB, compressed ${megabytes(result.compressedBytes)} MB`,
    `memory              ${Math.round(result.maxResidentBytes / 2 ** 20)} MiB at most`,
    '',
  ].join('\n');
}

/** Writes a Markdown table, so that it can be put into documents as it is. */
export function describeComparison({ own, peers, packets, messages }: Comparison): string {
  return [
    `${messages} DNS messages in ${packets} packets`,
    '',
    ...describePeers(
      'packets',
      [
        ['sonde-agent, rows compressed by zstd -1', rateOf(own.packets, own)],
        ['the same once more in one process', rateOf(own.packets, own.again)],
      ],
      peers,
    ),
    '',
    describeBench(own),
  ].join('\n');
}

function perCpuSecond({ packets }: BenchResult, time: PassTime): number {
  return rateOf(packets, time).perCpuSecond;
}
