import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { text } from 'node:stream/consumers';
import type { QueryOf } from '@sonde/client/operation-types.ts';
import { RawBody } from '@sonde/client/raw-body.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command, Option } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';

const importing = 'PUT /api/v1/threat-intel/indicators/{source}';
type Severity = NonNullable<QueryOf<typeof importing>['severity']>;
const severities: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical'];

interface Options extends ApiOptions {
  readonly source?: string;
  readonly threatType?: string;
  readonly severity?: Severity;
}

/**
 * Creates the command `sonde indicators`: it imports, lists and removes lists of bad names, through a running
 * collector.
 */
export function indicatorsCommand(): Command {
  const command = new Command('indicators').description(
    'Import, list and remove lists of indicators, such as malicious names.',
  );
  addApiOptions(command.command('import <FILE>'))
    .description(
      'Import a list, which replaces the earlier list of the same source. The file contains one name per line, a hosts file, CSV or JSON; - reads standard input.',
    )
    .option('--source <NAME>', 'name of the list (default: name of the file)')
    .option('--threat-type <TYPE>', 'threat type of entries without one, such as phishing')
    .addOption(new Option('--severity <SEVERITY>', 'severity of entries without one').choices(severities))
    .action(importFile);
  addApiOptions(command.command('list'))
    .description('List the sources with their numbers of indicators.')
    .action(async (options: ApiOptions) => {
      const answer = await connect(options).call('GET /api/v1/threat-intel/indicators');
      if (options.json) return printJson(answer);
      const rows = answer.sources.map(({ source, indicator_count, last_updated }) => [
        source,
        String(indicator_count),
        shortTime(last_updated),
      ]);
      printTable(['source', 'indicators', 'last updated'], rows, 'There are no lists.');
    });
  addApiOptions(command.command('remove <SOURCE>'))
    .description('Remove all indicators of a source.')
    .action(async (source: string, options: ApiOptions) => {
      const answer = await connect(options).call('DELETE /api/v1/threat-intel/indicators/{source}', {
        params: { source },
      });
      if (options.json) return printJson(answer);
      print(`${answer.removed} indicators removed.`);
    });
  return command;
}

async function importFile(file: string, options: Options): Promise<void> {
  const source = options.source ?? basename(file, extname(file));
  if (file === '-' && options.source === undefined)
    throw new UsageError('--source is required to read from standard input.', exitCodes.usage);
  const content = file === '-' ? await text(process.stdin) : await readInput(file);
  const answer = await connect(options).call(importing, {
    params: { source },
    query: {
      ...(options.threatType === undefined ? {} : { threat_type: options.threatType }),
      ...(options.severity === undefined ? {} : { severity: options.severity }),
    },
    body: bodyOf(file, content),
  });
  for (const { position, message } of answer.errors)
    process.stderr.write(`${file}:${position}: ${message}\n`);
  if (options.json) return printJson(answer);
  print(`${answer.count} indicators from ${source}, ${answer.rejected} entries rejected.`);
}

/** As what the file is by the end of its name: CSV, JSON, or names line by line. */
function bodyOf(file: string, content: string) {
  const ending = extname(file).toLowerCase();
  if (ending === '.csv') return new RawBody<'text/csv'>('text/csv', content);
  if (ending !== '.json') return new RawBody<'text/plain'>('text/plain', content);
  try {
    // The collector reads it with its own schema.
    return JSON.parse(content) as string[];
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

async function readInput(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
