import { Command } from 'commander';
import {
  runTechnologyBench,
  type TechnologyBenchReport,
} from '../bench/technologies/run-technology-bench.ts';
import { boundedNumber } from './bench-numbers.ts';

const mostNumber = 9_999_999;

interface Options {
  readonly patterns: string;
  readonly size: string;
  readonly rounds: string;
  readonly json?: true;
}

/** Creates `sonde collector bench technologies`: what one page costs with thousands of patterns of the operator's. */
export function benchTechnologiesCommand(): Command {
  return new Command('technologies')
    .description(
      'Measure the processor time per page with the rules of Sonde and thousands of generated rules.',
    )
    .option('--patterns <COUNT>', 'number of generated patterns', '7000')
    .option('--size <OCTETS>', 'size of the page in bytes', '200000')
    .option('--rounds <COUNT>', 'number of runs', '60')
    .option('--json', 'print JSON instead of text')
    .action((options: Options) => {
      const report = runTechnologyBench({
        patterns: boundedNumber(options.patterns, mostNumber, 0),
        octets: boundedNumber(options.size, mostNumber, 10_000),
        rounds: boundedNumber(options.rounds, mostNumber, 3),
      });
      process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : render(report));
    });
}

function render(report: TechnologyBenchReport): string {
  const times = ({ first, p50, p95 }: TechnologyBenchReport['detect']) =>
    `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, the first ${first.toFixed(1)} ms`;
  const rows = [
    ['patterns', `${report.patterns} made up, ${report.ownSigns} of our own, ${report.refused} refused`],
    ['rules ready', `${report.rulesReady.toFixed(0)} ms, ${report.heap.toFixed(0)} MiB`],
    ['page', `${report.octets} octets, ${report.found} technologies found`],
    ['the whole page', times(report.detect)],
    ['parsing of it', times(report.parse)],
  ];
  return `${rows.map(([name = '', value]) => `${name.padEnd(20)}${value}`).join('\n')}\n`;
}
