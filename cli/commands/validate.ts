import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { judgeZone, type ZoneFinding } from '@sonde/scanner/checks/zone-contents/judge-zone.ts';
import { storedName } from '@sonde/shared/dns/names.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { readZoneFile } from '@sonde/shared/zone-file/read-zone-file.ts';
import { ZoneFileError } from '@sonde/shared/zone-file/zone-file-error.ts';
import { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson } from '../print.ts';

const mostBytes = 64 * 1024 * 1024;
/** Configurations of servers, which are not read: they are not to be taken for zones. */
const configurations = /\.(?:conf|ya?ml|toml|lua|json)$|^Corefile$/i;

interface Options {
  readonly origin?: string;
  readonly json?: true;
}

type Finding = ZoneFinding & { readonly column?: number };

/** `sonde validate`: what is wrong with a zone file, judged on this machine alone. */
export function validateCommand(): Command {
  return new Command('validate')
    .description('Check a zone file on this machine, without asking anybody.')
    .argument('<FILE>')
    .option('--origin <NAME>', 'what names that are not absolute end with, until $ORIGIN says otherwise')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  sonde validate db.example.org --origin example.org\n\nThe exit code is 2 if something is wrong.',
    )
    .action(validate);
}

function validate(file: string, { origin = '.', json }: Options): void {
  const name = origin === '.' ? '.' : storedName(origin);
  if (name === undefined) throw new UsageError(`${origin} is no name.`, exitCodes.usage);
  if (configurations.test(basename(file))) {
    throw new UsageError(`${file}: unsupported: only zone files are read.`, exitCodes.usage);
  }
  const findings = judged(readText(file), name);
  if (findings.length > 0) process.exitCode = exitCodes.found;
  if (json) {
    printJson({ file, findings });
    return;
  }
  for (const { line, column, severity, message, rule } of findings) {
    const place = [file, line, column].filter((part) => part !== null && part !== undefined).join(':');
    print(`${place}: ${severity}: ${message} (${rule})`);
  }
  if (findings.length === 0) print(`${file}: nothing is wrong.`);
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= mostBytes) return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`, exitCodes.failed);
  }
  throw new UsageError(`${file} is larger than 64 MiB.`, exitCodes.failed);
}

function judged(text: string, origin: string): Finding[] {
  try {
    return judgeZone(readZoneFile(text, { origin }));
  } catch (error) {
    if (!(error instanceof ZoneFileError)) throw error;
    const { line, column } = error;
    const message = `${error.message.replace(/^line \d+, column \d+: /, '')}.`;
    return [{ code: 'syntax', severity: 'error', line, column, message, rule: 'RFC 1035 section 5' }];
  }
}
