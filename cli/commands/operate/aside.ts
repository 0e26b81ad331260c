import type { AsideBatch, AsideOutcome } from '@sonde/client/api-types.generated.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { textTable } from '@sonde/shared/text/text-table.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson, printTable } from '../../print.ts';
import { actOnAside, listAside } from './aside-requests.ts';

interface ChoiceOptions extends ApiOptions {
  readonly all?: true;
}

/** Characters of a reason that fit into a line. */
const reasonCharacters = 120;

/** Creates the command `sonde aside`: it manages batches that the store refused, through the running collector. */
export function asideCommand(): Command {
  const command = new Command('aside').description(
    'List, retry or discard accepted batches that the store refused. The collector keeps running. Each collector has its own spool: if you run several collectors, set --url to the address of one collector, not of a load balancer.',
  );
  addApiOptions(command.command('list'))
    .description('List the batches that were set aside, oldest first, with the reason.')
    .action(async (options: ApiOptions) => {
      const { batches, ...rest } = await listAside(connect(options));
      if (options.json) return printJson({ ...rest, batches });
      printBatches(batches);
      if (rest.other_files > 0)
        process.stderr.write(`${rest.other_files} other files in the directory are not batches.\n`);
    });
  addApiOptions(command.command('retry [ID...]'))
    .description(
      'Put batches back into the queue after you fixed the cause. No row is stored twice: a batch that is already stored is reported. If the store refuses a batch again, the batch returns to the list.',
    )
    .option('--all', 'all batches that were set aside')
    .action(async (ids: readonly string[], options: ChoiceOptions) => {
      const client = connect(options);
      const batches = await chosen(ids, options, client);
      report(options, await actOnAside(client, 'retry', batches), ['taken_up', 'already_stored']);
    });
  addApiOptions(command.command('discard [ID...]'))
    .description('Delete batches. Their rows are lost.')
    .option('--all', 'all batches that were set aside')
    .option('--yes', 'delete the batches; without it, only show what would be lost')
    .action(async (ids: readonly string[], options: ChoiceOptions & { yes?: true }) => {
      const client = connect(options);
      const batches = await chosen(ids, options, client);
      if (!options.yes && batches.length > 0) throw new UsageError(warning(batches), exitCodes.usage);
      report(options, await actOnAside(client, 'discard', batches), ['discarded']);
    });
  return command;
}

/** With those that lie aside no more: what became of them is for the collector to say. */
async function chosen(
  ids: readonly string[],
  options: ChoiceOptions,
  client: SondeClient,
): Promise<readonly Pick<AsideBatch, 'batch_id' | 'rows' | 'tried_with'>[]> {
  if ((ids.length === 0) === (options.all === undefined))
    throw new UsageError('Name batches by their ids, or use --all.', exitCodes.usage);
  const { batches } = await listAside(client);
  if (options.all) return batches;
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const found = batches.filter(({ batch_id }) => wanted.delete(batch_id));
  return [...found, ...[...wanted].map((id) => ({ batch_id: id, rows: null, tried_with: [] }))];
}

function warning(batches: readonly Pick<AsideBatch, 'rows'>[]): string {
  const rows = batches.reduce((sum, batch) => sum + (batch.rows ?? 0), 0);
  const unknown = batches.some((batch) => batch.rows === null) ? ' at least' : '';
  return `${batches.length} batches with${unknown} ${rows} rows would be lost. Use --yes to discard them.`;
}

function report(options: ApiOptions, outcomes: readonly AsideOutcome[], good: readonly string[]): void {
  if (options.json) printJson({ outcomes });
  else if (outcomes.length === 0) print('There are no batches set aside.');
  else print(textTable(outcomes.map(({ batch_id, result, message }) => [batch_id, result, message])));
  if (!outcomes.every(({ result }) => good.includes(result))) process.exitCode = exitCodes.failed;
}

function printBatches(batches: readonly AsideBatch[]): void {
  const head = ['batch', 'location', 'agent', 'rows', 'bytes', 'set aside', 'with others', 'reason'];
  const lines = batches.map((batch) => [
    batch.batch_id,
    batch.location_name ?? String(batch.location_id ?? '-'),
    batch.agent_host || String(batch.agent_id ?? '-'),
    String(batch.rows ?? '-'),
    String(batch.bytes),
    batch.set_aside_at,
    String(batch.tried_with.length),
    shortened(batch.fault ?? batch.reason ?? '-'),
  ]);
  printTable(head, lines, 'There are no batches set aside.');
}

function shortened(reason: string): string {
  return reason.length <= reasonCharacters ? reason : `${reason.slice(0, reasonCharacters)}...`;
}
