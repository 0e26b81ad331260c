import { isSea } from 'node:sea';
import { parseWhole } from '@sonde/sensor/config/setting.ts';
import { Command } from 'commander';
import { type Comparison, compareBench } from '../bench/compare.ts';
import { type BenchResult, benchFile, type PassTime } from '../bench/run-bench.ts';

/** `bench`: how fast packets of a file become compressed batches on this machine, and how fast others read the same file. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('measure how fast this machine makes compressed rows of packets; nothing is shipped')
    .argument(
      '[file]',
      'a capture file; without it one is generated, which peers that are installed read too',
    )
    .option('--messages <N>', 'DNS messages in the generated file', '1000000')
    .option('--json', 'print JSON')
    .action(async (file: string | undefined, options: { messages: string; json?: boolean }) => {
      const own = isSea() ? [process.execPath] : [process.execPath, process.argv[1]!];
      const result =
        file !== undefined
          ? await benchFile(file)
          : await compareBench(parseWhole(options.messages, { min: 1, max: 10_000_000 }), [
              ...own,
              'bench',
              '--json',
            ]);
      if (options.json === true) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      else process.stdout.write('own' in result ? describeComparison(result) : describe(result));
    });
}

function describe(result: BenchResult): string {
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

/** A Markdown table, so that it can be put into documents as it is. */
function describeComparison({ own, peers, packets, messages }: Comparison): string {
  const ownRate = perCpuSecond(own, own);
  const rows = Object.entries(peers).map(([name, peer]) =>
    peer === null
      ? `| ${name} | not installed | | |`
      : `| ${name} | ${peer.packetsPerSecond} | ${peer.packetsPerCpuSecond} | ${(ownRate / peer.packetsPerCpuSecond).toFixed(1)} |`,
  );
  return [
    `${messages} DNS messages in ${packets} packets`,
    '',
    '| program | packets per second | packets per second of processor time | we are faster by |',
    '|---|---|---|---|',
    `| sonde-agent, to compressed rows | ${own.packetsPerSecond} | ${ownRate} | |`,
    `| the same once more in one process | ${own.again.packetsPerSecond} | ${perCpuSecond(own, own.again)} | |`,
    ...rows,
    '',
    describe(own),
  ].join('\n');
}

function perCpuSecond({ packets }: BenchResult, time: PassTime): number {
  return Math.round(packets / time.cpuSeconds);
}
