import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { type ApiOptions, addAdminOptions } from './admin-options.ts';
import { callApi } from './call-api.ts';
import { UsageError } from './usage-error.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
};

interface Options extends ApiOptions {
  readonly source?: string;
  readonly threatType?: string;
  readonly severity?: string;
}

/** `sonde-collector indicators`: the lists of bad names, by way of a running collector. */
export function indicatorsCommand(): Command {
  const command = new Command('indicators').description('Import, list and remove lists of bad names.');
  addAdminOptions(command.command('import <FILE>'))
    .description(
      'Make a list (names line by line, a hosts file, CSV or JSON; - reads from input) all that a source says.',
    )
    .option('--source <NAME>', "the list's name; that of the file where absent")
    .option('--threat-type <TYPE>', 'for entries that name none')
    .option('--severity <SEVERITY>', 'info, low, medium, high or critical, for entries that name none')
    .action(importFile);
  addAdminOptions(command.command('list'))
    .description('Show the sources.')
    .action(async (options: Options) => {
      const answer = await callApi({ ...options, method: 'GET', path: '/api/v1/threat-intel/indicators' });
      const { sources } = answer as {
        sources: { source: string; indicator_count: number; last_updated: string }[];
      };
      print(
        options,
        answer,
        sources.map((s) => `${s.source}  ${s.indicator_count}  ${s.last_updated}\n`).join(''),
      );
    });
  addAdminOptions(command.command('remove <SOURCE>'))
    .description('Remove all that a source says.')
    .action(async (source: string, options: Options) => {
      const answer = await callApi({ ...options, method: 'DELETE', path: sourcePath(source) });
      print(options, answer, `${(answer as { removed: number }).removed} indicators removed.\n`);
    });
  return command;
}

async function importFile(file: string, options: Options): Promise<void> {
  const source = options.source ?? basename(file, extname(file));
  if (file === '-' && options.source === undefined)
    throw new UsageError('Reading from input needs --source.', 64);
  const parameters = new URLSearchParams();
  if (options.threatType !== undefined) parameters.set('threat_type', options.threatType);
  if (options.severity !== undefined) parameters.set('severity', options.severity);
  const answer = await callApi({
    ...options,
    method: 'PUT',
    path: `${sourcePath(source)}?${parameters}`,
    contentType: contentTypes[extname(file).toLowerCase()] ?? 'text/plain',
    body: file === '-' ? await buffer(process.stdin) : await readInput(file),
  });
  const { count, rejected, errors } = answer as {
    count: number;
    rejected: number;
    errors: { position: number; message: string }[];
  };
  for (const { position, message } of errors) process.stderr.write(`${file}:${position}: ${message}\n`);
  print(options, answer, `${count} indicators from ${source}, ${rejected} entries left out.\n`);
}

async function readInput(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function sourcePath(source: string): string {
  return `/api/v1/threat-intel/indicators/${encodeURIComponent(source)}`;
}

function print(options: Options, answer: unknown, text: string): void {
  process.stdout.write(options.json ? `${JSON.stringify(answer)}\n` : text);
}
