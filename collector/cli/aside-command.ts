import { Command } from 'commander';
import { type ApiOptions, addAdminOptions } from './admin-options.ts';
import { type AsideBatch, type AsideOutcome, actOnAside, listAside } from './aside-requests.ts';
import { textTable } from './text-table.ts';
import { UsageError } from './usage-error.ts';

interface ChoiceOptions extends ApiOptions {
  readonly all?: true;
}

/** Characters of a reason that fit into a line. */
const reasonCharacters = 120;

/** `sonde-collector aside`: batches that the store refused, by way of the running collector that has them. */
export function asideCommand(): Command {
  const command = new Command('aside').description(
    'List, take up again or discard accepted batches that the store refused. This asks the running collector that has them, which needs no restart: each has a spool of its own, so of several collectors name each by its own address (--url) and not by that of a balancer.',
  );
  addAdminOptions(command.command('list'))
    .description('Show what lies aside, oldest first, and why.')
    .action(async (options: ApiOptions) => {
      const { batches, ...rest } = await listAside(options);
      if (options.json) return print(JSON.stringify({ ...rest, batches }));
      print(batches.length === 0 ? 'Nothing lies aside.' : table(batches));
      if (rest.other_files > 0)
        process.stderr.write(`${rest.other_files} files that lie there are none of a batch.\n`);
    });
  addAdminOptions(command.command('retry [ID...]'))
    .description(
      'Put batches back into the queue, once the reason is gone. No row is stored twice: what is stored already is told so. What the store refuses again comes back to the list.',
    )
    .option('--all', 'all that lies aside')
    .action(async (ids: readonly string[], options: ChoiceOptions) => {
      const batches = await chosen(ids, options);
      report(options, await actOnAside(options, 'retry', batches), ['taken_up', 'already_stored']);
    });
  addAdminOptions(command.command('discard [ID...]'))
    .description('Remove batches for good: their rows are lost.')
    .option('--all', 'all that lies aside')
    .option('--yes', 'do it, instead of telling what would be lost')
    .action(async (ids: readonly string[], options: ChoiceOptions & { yes?: true }) => {
      const batches = await chosen(ids, options);
      if (!options.yes && batches.length > 0) throw new UsageError(warning(batches), 64);
      report(options, await actOnAside(options, 'discard', batches), ['discarded']);
    });
  return command;
}

/** With those that lie aside no more: what became of them is for the collector to say. */
async function chosen(
  ids: readonly string[],
  options: ChoiceOptions,
): Promise<readonly Pick<AsideBatch, 'batch_id' | 'rows' | 'tried_with'>[]> {
  if ((ids.length === 0) === (options.all === undefined))
    throw new UsageError('Name batches by their ids, or all of them with --all.', 64);
  const { batches } = await listAside(options);
  if (options.all) return batches;
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const found = batches.filter(({ batch_id }) => wanted.delete(batch_id));
  return [...found, ...[...wanted].map((id) => ({ batch_id: id, rows: null, tried_with: [] }))];
}

function warning(batches: readonly Pick<AsideBatch, 'rows'>[]): string {
  const rows = batches.reduce((sum, batch) => sum + (batch.rows ?? 0), 0);
  const unknown = batches.some((batch) => batch.rows === null) ? ' at least' : '';
  return `${batches.length} batches with${unknown} ${rows} rows would be lost: say --yes to discard them.`;
}

function report(options: ApiOptions, outcomes: readonly AsideOutcome[], good: readonly string[]): void {
  if (options.json) print(JSON.stringify({ outcomes }));
  else if (outcomes.length === 0) print('Nothing lies aside.');
  else print(textTable(outcomes.map(({ batch_id, result, message }) => [batch_id, result, message])));
  if (!outcomes.every(({ result }) => good.includes(result))) process.exitCode = 1;
}

function table(batches: readonly AsideBatch[]): string {
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
  return textTable([head, ...lines]);
}

function shortened(reason: string): string {
  return reason.length <= reasonCharacters ? reason : `${reason.slice(0, reasonCharacters)}...`;
}

function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}
