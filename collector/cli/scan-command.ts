import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { Command, Option } from 'commander';
import type { Setting } from '../config/setting.ts';
import { type SettingName, settings } from '../config/settings.ts';
import { configOf } from './config-flags.ts';
import { exitCodeOf } from './scan/exit-code.ts';
import { createPaint } from './scan/paint.ts';
import { ScanProgressLine } from './scan/progress-line.ts';
import { renderReport } from './scan/render-report.ts';
import { scanAtCollector } from './scan/scan-at-collector.ts';
import { UsageError } from './usage-error.ts';

/** Settings of the collector that a scan without one goes by. */
const ownSettings = [
  'rootHints',
  'trustAnchor',
  'dnssecSha1',
  'resolvers',
  'propagationResolvers',
  'authorities',
  'allowedNetworks',
  'scanTime',
  'scanQuestions',
  'scanSockets',
] as const satisfies readonly SettingName[];

const help = `
Without --collector the scan is made from here, and nothing is stored.

Examples:
  npm run scan -- example.com
  npm run scan -- example.com --quick --fail-on fail
  npm run scan -- example.com --only spf,dkim,dmarc --json
  npm run scan -- example.com --collector https://sonde.example.net --key "$SONDE_KEY"

Exit codes:
  0   the scan was made, and nothing is as bad as --fail-on says
  1   the scan could not be made
  2   something is: with --fail-on fail a failure, with --fail-on warning a warning or a failure
  64  the domain or a check was not understood

Colours are left out where the output is no terminal or NO_COLOR is set.`;

export interface ScanCommandOptions {
  readonly quick?: true;
  readonly only?: string;
  readonly collector?: string;
  readonly key?: string;
  readonly refresh?: true;
  readonly json?: true;
  readonly all?: true;
  readonly failOn: 'never' | 'fail' | 'warning';
}

/** `sonde-collector scan`: one domain, for a person at a terminal or a program behind it. */
export function scanCommand(): Command {
  const command = new Command('scan')
    .description('Scan a domain: DNS, DNSSEC, mail and TLS, with what to mend first.')
    .argument('<DOMAIN>')
    .option('--quick', 'the basic checks alone')
    .option('--only <CHECKS>', 'just these checks, with commas between them')
    .option('--all', 'show what is well and what is merely said, too')
    .option('--json', 'the result as the API has it, for programs')
    .addOption(
      new Option('--fail-on <WHAT>', 'when to exit with 2')
        .choices(['never', 'fail', 'warning'])
        .default('never'),
    )
    .option('--collector <URL>', 'ask a running collector, which stores the scan')
    .option('--key <KEY>', 'a key for it (env SONDE_KEY); not needed for most')
    .option('--refresh', 'have the collector look again, whatever it knows')
    .addHelpText('after', help);
  for (const name of ownSettings) {
    const { flag, placeholder, help: text, env }: Setting<unknown> = settings[name];
    command.option(`${flag} <${placeholder}>`, `${text} (env ${env})`);
  }
  return command.action(async (text: string, options: ScanCommandOptions) => {
    await scan(text, options, command);
  });
}

async function scan(text: string, options: ScanCommandOptions, command: Command): Promise<void> {
  const input = parseDomainInput(text);
  if ('message' in input) throw new UsageError(`${text}: ${input.message}.`, 64);
  const wanted = {
    domain: input.domain,
    advanced: options.quick !== true && options.only === undefined,
    only: options.only?.split(',').map((check) => check.trim()),
    refresh: options.refresh === true,
  };
  const progress = new ScanProgressLine(process.stderr, input.domain);
  try {
    // Here, since it is most of the program, and the other commands are to be quick.
    const { scanHere } = await import('./scan/scan-here.ts');
    const result =
      options.collector === undefined
        ? await scanHere(wanted, configOf(command).config, progress)
        : await scanAtCollector(wanted, { url: options.collector, key: options.key }, progress);
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
