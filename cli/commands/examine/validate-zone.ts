import { readFileSync, statSync } from 'node:fs';
import { validateZone, type ZoneTextVerdict } from '@sonde/scanner/checks/zone-contents/validate-zone.ts';
import type { ZoneSeverity } from '@sonde/scanner/checks/zone-contents/zone-rules.ts';
import { Effort } from '@sonde/scanner/protocols/dnssec/crypto/effort.ts';
import { storedName } from '@sonde/shared/dns/names.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { ZoneFileError } from '@sonde/shared/zone-file/zone-file-error.ts';
import { Command, Option } from 'commander';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson } from '../../print.ts';

const mostBytes = 64 * 1024 * 1024;
const maxRecords = 2_000_000;
/** On this machine nobody else waits: a zone is judged whole. */
const effort = { signatures: 2_000_000, hashes: 500_000_000 };
const severities: readonly ZoneSeverity[] = ['error', 'warning', 'info'];

export interface ZoneOptions {
  readonly origin?: string;
  readonly severity?: ZoneSeverity;
  readonly strict?: true;
  readonly at?: string;
  readonly json?: true;
}

/** Creates the command `sonde validate zone`: it lists all faults of a zone file, judged on this machine alone. */
export function validateZoneCommand(): Command {
  return withZoneOptions(new Command('zone'))
    .description(
      'Check a zone file: syntax and records, and for a signed zone also signatures and denial of existence.',
    )
    .argument('<FILE>')
    .addHelpText(
      'after',
      '\nExamples:\n  sonde validate zone db.example.org --origin example.org\n  sonde validate zone signed.zone --at 2026-12-24 --json\n\nThe exit code is 2 if there is an error, with --strict also if there is a warning.',
    )
    .action(validateZoneFile);
}

export function withZoneOptions(command: Command): Command {
  return command
    .option('--origin <NAME>', 'domain that completes relative names until the file sets $ORIGIN')
    .addOption(
      new Option('--severity <LEVEL>', 'lowest severity to show').choices(severities).default('info'),
    )
    .option('--strict', 'treat warnings as errors')
    .option('--at <TIME>', 'check signatures at this time, such as 2026-12-24 (default: now)')
    .option('--json', 'print JSON instead of text');
}

export function validateZoneFile(file: string, options: ZoneOptions): void {
  const { severity = 'info', strict = false, json } = options;
  const verdict = judged(file, options);
  const { counts, omitted } = verdict;
  if (counts.error > 0 || (strict && counts.warning > 0)) process.exitCode = exitCodes.found;
  const shown = severities.slice(0, severities.indexOf(severity) + 1);
  const findings = verdict.findings.filter((finding) => shown.includes(finding.severity));
  if (json) {
    printJson({ file, ...verdict, findings });
    return;
  }
  for (const { line, column, severity: level, message, rule } of findings) {
    const place = [file, line, column].filter((part) => part !== null && part !== undefined).join(':');
    print(`${place}: ${level}: ${message} (${rule})`);
  }
  if (omitted > 0) print(`${file}: ${omitted} more findings of the same kinds are not listed.`);
  if (counts.error + counts.warning + counts.info === 0) print(`${file}: no problems found.`);
}

function judged(file: string, { origin, at }: ZoneOptions): ZoneTextVerdict {
  const zone = origin === undefined ? undefined : storedName(origin);
  if (origin !== undefined && zone === undefined) {
    throw new UsageError(`--origin must be a domain name, not "${origin}".`, exitCodes.usage);
  }
  const time = at === undefined ? Date.now() : Date.parse(at);
  if (Number.isNaN(time))
    throw new UsageError(`--at must be a time such as 2026-12-24, not "${at}".`, exitCodes.usage);
  try {
    const judging = { zone, maxRecords, now: Math.floor(time / 1_000), effort: new Effort(effort) };
    return validateZone(readText(file), judging);
  } catch (error) {
    if (!(error instanceof ZoneFileError)) throw error;
    throw new UsageError(`${file}: ${error.message}.`, exitCodes.failed);
  }
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= mostBytes) return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`, exitCodes.failed);
  }
  throw new UsageError(`${file} is larger than 64 MiB.`, exitCodes.failed);
}
