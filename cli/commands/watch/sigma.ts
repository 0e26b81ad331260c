import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { SondeError } from '@sonde/client/sonde-error.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';

const listing = 'GET /api/v1/dns-monitoring/sigma-rules';
const adding = 'POST /api/v1/dns-monitoring/sigma-rules';
const trying = 'POST /api/v1/dns-monitoring/sigma-rules/try';
type Rule = AnswerOf<typeof listing>['rules'][number];
type Tried = AnswerOf<typeof trying>['rules'][number];

/** Rules that one answer lists. */
const perPage = 1_000;
/** Characters and documents of a request with several files. */
const largestRequest = 24_000;
const mostDocuments = 10;
/** Files of folders, and folders within each other. */
const mostFiles = 20_000;
const deepest = 16;
const dayMilliseconds = 86_400_000;

interface TryOptions extends ApiOptions {
  readonly from?: string;
  readonly to?: string;
  readonly location?: string;
}

/** Creates the command `sonde sigma`: it adds, lists, tries and removes Sigma rules, through a running collector. */
export function sigmaCommand(): Command {
  const command = new Command('sigma').description('Add, list, try and remove Sigma rules.');
  addApiOptions(command.command('list')).description('List the rules with their matches.').action(list);
  addApiOptions(command.command('add <PATH...>'))
    .description(
      'Add the rules of files, or of the .yml and .yaml files in directories. A rule replaces the rule with the same id.',
    )
    .action(add);
  addApiOptions(command.command('try <FILE>'))
    .description(
      'Show the stored queries that the rules of a file would have matched, without adding the rules.',
    )
    .option(
      '--from <TIME>',
      'start of the time range, such as 2026-03-01T00:00:00Z (default: a day before the end)',
    )
    .option('--to <TIME>', 'end of the time range (default: now)')
    .option('--location <ID>', 'id of a location (default: all locations)')
    .action(tryFile);
  addApiOptions(command.command('remove <NUMBER...>'))
    .description('Remove rules by their numbers in `sonde sigma list`.')
    .action(remove);
  return command;
}

async function list(options: ApiOptions): Promise<void> {
  const client = connect(options);
  const rules: Rule[] = [];
  for (;;) {
    const query = { limit: perPage, offset: rules.length };
    const { rules: more, count } = await client.call(listing, { query });
    rules.push(...more);
    if (more.length === 0 || rules.length >= count) break;
  }
  if (options.json) return printJson(rules);
  printTable(
    ['number', 'severity', 'matches', 'last', 'rule', ''],
    rules.map(({ id, severity, matches, last_match, title, problem }) => [
      String(id),
      severity,
      String(matches),
      last_match === null ? '' : shortTime(last_match),
      title,
      problem === null ? '' : `unsupported: ${problem.message}`,
    ]),
    'There are no Sigma rules.',
  );
}

async function add(paths: readonly string[], options: ApiOptions): Promise<void> {
  const client = connect(options);
  const files = (await Promise.all(paths.map((path) => filesBelow(path)))).flat();
  const added: Rule[] = [];
  let refused = 0;
  const send = async (some: readonly RuleFile[]): Promise<void> => {
    const rules = some.map(({ text }) => text).join('\n---\n');
    try {
      added.push(...(await client.call(adding, { body: { rules } })).rules);
    } catch (error) {
      // Whoever may not add any is told at once; other files may be right.
      if (!(error instanceof SondeError) || error.status !== 400) throw error;
      if (some.length > 1) {
        for (const one of some) await send([one]);
        return;
      }
      refused++;
      process.stderr.write(`${some[0]!.file}: ${error.message}\n`);
    }
  };
  let together: RuleFile[] = [];
  for (const file of files) {
    const next = { file, text: await read(file) };
    if (!fits([...together, next])) {
      await send(together);
      together = [];
    }
    together.push(next);
  }
  if (together.length > 0) await send(together);
  const unsupported = added.filter(({ problem }) => problem !== null);
  for (const { title, problem } of unsupported)
    process.stderr.write(`unsupported: ${title}: line ${problem?.line}: ${problem?.message}\n`);
  if (refused > 0) process.exitCode = exitCodes.failed;
  if (options.json) return printJson(added);
  const active = added.length - unsupported.length;
  print(`${active} rules in force, ${unsupported.length} unsupported, ${refused} files refused.`);
}

/** A file of rules, as it was read. */
interface RuleFile {
  readonly file: string;
  readonly text: string;
}

/** Whether the files go with one request, or are one that has to. */
function fits(files: readonly RuleFile[]): boolean {
  if (files.length < 2) return true;
  const text = files.map((one) => one.text).join('\n---\n');
  return text.length <= largestRequest && text.split(/^---/m).length <= mostDocuments;
}

async function tryFile(file: string, options: TryOptions): Promise<void> {
  const client = connect(options);
  const rules = await read(file);
  const to = timeOf(options.to ?? new Date().toISOString());
  const tried = new Map<string, Tried>();
  let rows = 0;
  let skipped = 0;
  const from = options.from ?? new Date(Date.parse(to) - dayMilliseconds).toISOString();
  // One answer covers so many queries.
  for (let at = timeOf(from); at < to; ) {
    const where = options.location === undefined ? {} : { location_id: Number(options.location) };
    const answer = await client.call(trying, { body: { rules, from: at, to, ...where } });
    rows += answer.rows;
    skipped += answer.skipped;
    for (const one of answer.rules) {
      const before = tried.get(one.rule_id);
      tried.set(one.rule_id, {
        ...one,
        matches: one.matches + (before?.matches ?? 0),
        threats: Math.max(one.threats, before?.threats ?? 0),
        sample_names: before?.sample_names.length ? before.sample_names : one.sample_names,
      });
    }
    if (answer.complete) break;
    if (answer.to <= at)
      throw new UsageError(
        `There are too many queries at ${at} for one trial. Use --location, or a different time range.`,
      );
    at = answer.to;
  }
  if (options.json) return printJson({ rows, skipped, rules: [...tried.values()] });
  print(`${rows} queries${skipped > 0 ? `, ${skipped} trials skipped because the rules took too long` : ''}`);
  printTable(
    ['matches', 'threats', 'rule', ''],
    [...tried.values()].map(({ matches, threats, title, problem, sample_names }) => [
      String(matches),
      String(threats),
      title,
      problem === null ? sample_names.join(' ') : `unsupported: ${problem}`,
    ]),
    'There are no rules.',
  );
}

async function remove(numbers: readonly string[], options: ApiOptions): Promise<void> {
  const client = connect(options);
  for (const id of numbers) {
    if (!/^\d{1,15}$/.test(id))
      throw new UsageError(
        `"${id}" is not the number of a rule. sonde sigma list shows the numbers.`,
        exitCodes.usage,
      );
    await client.call('DELETE /api/v1/dns-monitoring/sigma-rules/{id}', { params: { id: Number(id) } });
  }
  if (options.json) return printJson({ removed: numbers.map(Number) });
  print(`${numbers.length} rules removed.`);
}

/** A file that is named is taken whatever it is called, those of a folder by their endings. */
async function filesBelow(path: string): Promise<string[]> {
  if (!(await found(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /^\.ya?ml$/i.test(extname(entry.name)))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => file.slice(path.length).split('/').length <= deepest)
    .toSorted();
  if (files.length > mostFiles) throw new UsageError(`${path} has more than ${mostFiles} files.`);
  return files;
}

async function found(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    throw new UsageError(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function timeOf(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`"${text}" is not a time such as 2026-03-01T00:00:00Z.`, exitCodes.usage);
  return time.toISOString();
}
