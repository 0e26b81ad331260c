import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSeclusion } from '@sonde/scanner/bench/lab/seclusion.ts';
import type { ScanBenchPlan, ScanBenchReport } from '@sonde/scanner/bench/scans/run-scan-bench.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { exitCodes } from '../../exit-codes.ts';

interface Options {
  readonly domains: string;
  readonly atOnce: string;
  readonly checks: string;
  readonly peerDomains: string;
  readonly slowDomains: string;
  readonly json?: true;
}

/** The command `sonde bench scans` measures scans in a closed Internet of generated domains. */
export function benchScansCommand(): Command {
  return new Command('scans')
    .description(
      'Measure scans of generated domains in a closed network (needs nsd, unbound and ldns-signzone), compared with checkdmarc if it is installed.',
    )
    .option('--domains <COUNT>', 'number of domains to scan', '1000')
    .option('--at-once <COUNT>', 'number of concurrent scans', '64')
    .option(
      '--checks <CHECKS>',
      'checks of a scan, separated by commas',
      'records,dnssec,mx,spf,dkim,dmarc,mta-sts,tls-rpt,caa',
    )
    .option('--peer-domains <COUNT>', 'number of these domains for checkdmarc', '200')
    .option('--slow-domains <COUNT>', 'number of these domains to scan one at a time', '50')
    .option('--json', 'print JSON instead of text')
    .action(async (options: Options) => {
      const domains = count(options.domains);
      const directory = await mkdtemp(join(tmpdir(), 'sonde-bench-'));
      try {
        const report = await runInNamespace({
          directory,
          domains,
          atOnce: count(options.atOnce),
          checks: options.checks.split(','),
          peerDomains: Math.min(domains, count(options.peerDomains)),
          slowDomains: Math.min(domains, count(options.slowDomains)),
        });
        process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : render(report));
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    });
}

async function runInNamespace(plan: ScanBenchPlan): Promise<ScanBenchReport> {
  const { by, plan: network } = findSeclusion();
  if (network.kind !== 'namespace')
    throw new UsageError(
      'This benchmark needs a network namespace, which this machine does not permit.',
      exitCodes.failed,
    );
  const program = fileURLToPath(import.meta.resolve('@sonde/scanner/bench/scans/lab-child.ts'));
  const report = join(plan.directory, 'bench.json');
  const [command, ...args] = [...by, process.execPath, program, JSON.stringify(plan), report];
  const child = spawn(command!, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = (): void => void child.kill('SIGTERM');
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const [code] = await once(child, 'exit');
  process.off('SIGTERM', stop).off('SIGINT', stop);
  if (code !== 0) throw new UsageError(`The benchmark failed (exit code ${code}).`, exitCodes.failed);
  return JSON.parse(await readFile(report, 'utf8')) as ScanBenchReport;
}

function render(report: ScanBenchReport): string {
  const { questions, beside, late } = report;
  const { alone, atOnce, checkdmarc } = beside;
  const cost = ({ perMinute, processorMilliseconds }: typeof alone) =>
    `${perMinute} domains a minute, ${processorMilliseconds} ms of processor time each`;
  const counts = (title: string, found: Readonly<Record<string, number>>) =>
    Object.entries(found).map(([what, times]) => `  ${title}${what}: ${times}`);
  return `${[
    `${report.domains} domains, ${report.atOnce} at once: ${report.scansPerMinute} scans a minute, ${report.processorMilliseconds} ms of processor time each`,
    `Questions of a scan: ${questions.mean} (median ${questions.p50}, at most ${questions.most}); memory at most ${report.memoryMib} MiB`,
    ...counts('other than made: ', report.otherVerdicts),
    '',
    `Checks ${beside.checks.join(', ')} of ${beside.domains} domains:`,
    `  one at a time: ${cost(alone)}`,
    `  ${report.atOnce} at once: ${cost(atOnce)}`,
    ...(checkdmarc === null
      ? ['  checkdmarc is not installed']
      : [
          `  checkdmarc: ${cost(checkdmarc)}; the same verdict on SPF for ${checkdmarc.sameSpf}, on DMARC for ${checkdmarc.sameDmarc}`,
          ...counts('', checkdmarc.differing),
        ]),
    '',
    `All servers ${late.evenMilliseconds} ms away: a scan takes ${late.evenP50} ms, ${late.evenRoundTrips} round trips (median of ${late.domains})`,
    `A provider ${late.farMilliseconds} ms away, others 10: ${late.farP50} ms, ${late.farOverSlowest} times the slowest exchange (median of ${late.farDomains})`,
  ].join('\n')}\n`;
}

function count(text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new UsageError(`"${text}" is not a whole number from 1 to 999999.`, exitCodes.usage);
  return value;
}
