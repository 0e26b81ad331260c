import type { Comparison, PacketRate, PeerResult } from './compare.ts';
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
    '| program | packets per second | packets per second of processor time | we are faster by |',
    '|---|---|---|---|',
    `| sonde-agent, rows compressed by zstd -1 | ${own.packetsPerSecond} | ${perCpuSecond(own, own)} | |`,
    `| the same once more in one process | ${own.again.packetsPerSecond} | ${perCpuSecond(own, own.again)} | |`,
    ...Object.entries(peers).flatMap(([name, peer]) => peerRows(name, peer, perCpuSecond(own, own))),
    '',
    describeBench(own),
  ].join('\n');
}

function peerRows(name: string, peer: PeerResult | null, ownRate: number): string[] {
  if (peer === null) return [`| ${name} | not installed | | |`];
  const row = (what: string, rate: PacketRate): string =>
    `| ${name}, ${what} | ${rate.packetsPerSecond} | ${rate.packetsPerCpuSecond} | ${(ownRate / rate.packetsPerCpuSecond).toFixed(1)} |`;
  return [
    row('text thrown away', peer),
    peer.compressed === null
      ? `| ${name}, text compressed by zstd -1 | zstd is not installed | | |`
      : row('text compressed by zstd -1', peer.compressed),
  ];
}

function perCpuSecond({ packets }: BenchResult, time: PassTime): number {
  return Math.round(packets / time.cpuSeconds);
}
