import { Command } from 'commander';
import type { HttpBenchResult } from '../bench/http/run-http-bench.ts';
import { withBenchDirectory } from './bench-directory.ts';

/** The command `sonde collector bench http` compares the cost of a request to the API with one to bare Koa. */
export function benchHttpCommand(): Command {
  return new Command('http')
    .description('Measure requests per second of an API operation, compared with a plain Koa application.')
    .option('--rounds <COUNT>', 'number of rounds; each round measures both', '5')
    .option('--seconds <COUNT>', 'seconds per measurement', '4')
    .option('--connections <COUNT>', 'number of concurrent connections', '50')
    .action(async (options: { rounds: string; seconds: string; connections: string }) => {
      await withBenchDirectory(undefined, async (directory, signal) => {
        // Here, since it comes with a program for measuring that only developers install.
        const { runHttpBench } = await import('../bench/http/run-http-bench.ts');
        const results = await runHttpBench({
          rounds: Number(options.rounds),
          secondsPerTurn: Number(options.seconds),
          connections: Number(options.connections),
          directory,
          signal,
          progress: (line) => process.stderr.write(`${line}\n`),
        });
        process.stdout.write(render(results));
      });
    });
}

function render(results: readonly HttpBenchResult[]): string {
  const lines = results.map(({ title, perSecond, share, microseconds, processorShare }) => {
    const numbers = [
      `${Math.round(perSecond)}/s`,
      share.toFixed(2),
      `${microseconds.toFixed(1)} µs`,
      processorShare.toFixed(2),
    ];
    return `${title.padEnd(34)}${numbers.map((number) => number.padStart(12)).join('')}`;
  });
  return `${lines.join('\n')}\n`;
}
