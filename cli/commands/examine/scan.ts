import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { type ScannerConfig, scannerSettings } from '@sonde/scanner/settings.ts';
import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { outsideDns } from '@sonde/shared/dns/outside-dns.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { loadSettings, type ProgramSettings } from '@sonde/shared/settings/load-settings.ts';
import { addSettingOptions, givenSettings } from '@sonde/shared/settings/setting-options.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command, Option } from 'commander';
import { connect, connectWithoutKey } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { exitCodeOf } from '../../scan/exit-code.ts';
import { type NetworkTarget, networkTarget } from '../../scan/network-target.ts';
import { createPaint } from '../../scan/paint.ts';
import { ScanProgressLine } from '../../scan/progress-line.ts';
import { renderReport } from '../../scan/render-report.ts';
import { scanAtCollector } from '../../scan/scan-at-collector.ts';
import { type NetworkScan, scanNetwork } from '../../scan/scan-network.ts';
import { scanRangeLive } from '../../scan/scan-range-live.ts';

/** A scan goes by the settings that a collector's scans go by, from flags and the environment. */
const scanProgram: ProgramSettings<typeof scannerSettings> = {
  table: scannerSettings,
  prefix: 'SONDE_',
  // Most of the names are the collector's.
  isForeign: () => true,
};

const help = `
Without --collector, this machine scans the domain, and nothing is stored. For an address, a network or an autonomous system,
the command always asks a collector: the one in --collector or SONDE_URL, or the one on this machine.

Examples:
  sonde scan example.com
  sonde scan example.com --quick --fail-on fail
  sonde scan example.com --only spf,dkim,dmarc --json
  sonde scan example.com --collector https://sonde.example.net
  sonde scan 192.0.2.1 --fail-on fail
  sonde scan 192.0.2.0/24
  sonde scan 192.0.2.0/24 --live
  sonde scan AS64500 --json

Exit codes:
  0   the scan is complete, and found nothing at the level of --fail-on
  1   the scan failed
  2   the scan found a failure (--fail-on fail), or a failure or a warning (--fail-on warning);
      an address with an abuse confidence of at least 75 is a failure, with at least 50 a warning
  64  the target, a check or an option is not valid
  69  the collector can't be reached
  78  a setting is not valid

The output has no colours if it is not a terminal, or if NO_COLOR is set.`;

export interface ScanCommandOptions {
  readonly quick?: true;
  readonly only?: string;
  readonly collector?: string;
  readonly keyFile?: string;
  readonly refresh?: true;
  readonly live?: true;
  readonly lists?: true;
  readonly json?: true;
  readonly all?: true;
  readonly failOn: 'never' | 'fail' | 'warning';
}

/**
 * Creates the command `sonde scan`: it scans one domain, address, network or autonomous system, for a person at a
 * terminal or a program behind it.
 */
export function scanCommand(): Command {
  const command = new Command('scan')
    .description(
      'Scan a domain (DNS, DNSSEC, mail and TLS) and list what to fix first, or show the known facts about an address, a network or an autonomous system.',
    )
    .argument(
      '<TARGET>',
      'domain, IP address, network such as 192.0.2.0/24, or autonomous system such as AS64500',
    )
    .option('--quick', 'run only the basic checks')
    .option('--only <CHECKS>', 'run only these checks, separated by commas, such as spf,dmarc')
    .option('--all', 'also show passed checks and information')
    .option('--json', 'print the result as JSON, as the API returns it')
    .addOption(
      new Option('--fail-on <WHAT>', 'level of findings that makes the exit code 2')
        .choices(['never', 'fail', 'warning'])
        .default('never'),
    )
    .option('--collector <URL>', 'address of a collector that scans and stores the result')
    .option(
      '--key-file <FILE>',
      'file with an API key for the collector (env SONDE_KEY holds the key itself); most scans need no key',
    )
    .option(
      '--live',
      'for a network: let the collector look up the reverse names of its addresses now; needs an API key',
    )
    .option('--lists', 'with --live: also ask DNS blocklists, which takes hours for a large network')
    .option('--refresh', 'let the collector scan again instead of using a stored result')
    .addHelpText('after', help);
  addSettingOptions(command, scannerSettings);
  return command.action(async (text: string, options: ScanCommandOptions) => {
    await scan(text, options, command);
  });
}

async function scan(text: string, options: ScanCommandOptions, command: Command): Promise<void> {
  const target = targetOf(text);
  if (target !== undefined) return await tellOfNetwork(target, options);
  const input = parseDomainInput(text);
  if ('message' in input) throw new UsageError(`${text}: ${input.message}.`, exitCodes.usage);
  const outside = outsideDns(input.domain);
  if (outside !== undefined && outside.system !== 'special' && options.collector === undefined) {
    const how = `sonde resolve ${input.domain} resolves it at a collector, and --collector URL scans it there.`;
    throw new UsageError(
      `${input.domain} is not a name in the DNS (${outside.rule}): ${how}`,
      exitCodes.usage,
    );
  }
  const wanted = {
    domain: input.domain,
    advanced: options.quick !== true && options.only === undefined,
    only: options.only?.split(',').map((check) => check.trim()),
    refresh: options.refresh === true,
  };
  const progress = new ScanProgressLine(process.stderr, input.domain);
  try {
    // Here, since it is most of the program, and the other commands are to be quick.
    const { scanHere } = await import('../../scan/scan-here.ts');
    const result =
      options.collector === undefined
        ? await scanHere(wanted, scannerConfigOf(command), progress)
        : await scanAtCollector(wanted, { ...options, url: options.collector }, progress);
    progress.clear();
    const columns = process.stdout.columns ?? 100;
    process.stdout.write(
      options.json
        ? `${JSON.stringify(result, null, 2)}\n`
        : renderReport(result, { paint: createPaint(process.stdout), columns, all: options.all === true }),
    );
    process.exitCode = exitCodeOf(result, options.failOn);
  } finally {
    progress.clear();
  }
}

function targetOf(text: string): NetworkTarget | undefined {
  try {
    return networkTarget(text);
  } catch (error) {
    if (error instanceof InvalidInput) throw new UsageError(error.message, exitCodes.usage);
    throw error;
  }
}

async function tellOfNetwork(target: NetworkTarget, options: ScanCommandOptions): Promise<void> {
  if (options.only !== undefined)
    throw new UsageError('--only works only for scans of domains.', exitCodes.usage);
  const { collector: url, keyFile } = options;
  const connection = {
    ...(url === undefined ? {} : { url }),
    ...(keyFile === undefined ? {} : { keyFile }),
  };
  const { answer, report, exitCode } =
    options.live === true
      ? await scanLive(target, connect(connection), options)
      : await scanNetwork(target, connectWithoutKey(connection), options, createPaint(process.stdout));
  process.stdout.write(options.json ? `${JSON.stringify(answer, null, 2)}\n` : report);
  process.exitCode = exitCode;
}

async function scanLive(
  target: NetworkTarget,
  client: SondeClient,
  options: ScanCommandOptions,
): Promise<NetworkScan> {
  if (target.kind !== 'range')
    throw new UsageError('--live works only for networks, such as 192.0.2.0/24.', exitCodes.usage);
  const progress = new ScanProgressLine(process.stderr, target.cidr);
  try {
    return await scanRangeLive(target.cidr, client, {
      blacklists: options.lists === true,
      paint: createPaint(process.stdout),
      tell: (done, total) => progress.tell({ check: '', done, total }, 'addresses'),
    });
  } finally {
    progress.clear();
  }
}

function scannerConfigOf(command: Command): ScannerConfig {
  try {
    return loadSettings(scanProgram, { env: process.env, flags: givenSettings(command, scannerSettings) })
      .config;
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, exitCodes.configuration);
    throw error;
  }
}
