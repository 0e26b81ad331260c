import type { AnswerOf, CallInput } from '@sonde/client/operation-types.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command, Option } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { readSecret } from '../../api/read-secret.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';

const creating = 'POST /api/admin/sinks';
type NewSink = CallInput<typeof creating>['body'];
type Sink = AnswerOf<'GET /api/admin/sinks'>['sinks'][number];
type Kind = AnswerOf<'GET /api/admin/sink-kinds'>['kinds'][number];

interface AddOptions extends ApiOptions {
  readonly kind: string;
  readonly presentation?: NonNullable<NewSink['presentation']>;
  readonly set?: Record<string, unknown>;
  readonly only?: 'queries' | 'threats';
  readonly suffix?: string[];
  readonly sample?: string;
  readonly secretFrom?: string;
  readonly test: boolean;
}

/** Creates the command `sonde sinks`: it lists, makes, tests, pauses and removes the receivers that stored rows are passed on to. */
export function sinksCommand(): Command {
  const command = new Command('sinks').description(
    'Send stored queries and threats to files, syslog, Elasticsearch and other systems.',
  );
  addApiOptions(command.command('list', { isDefault: true }))
    .description('List the sinks with their progress (the default).')
    .action(listSinks);
  addApiOptions(command.command('kinds'))
    .description('List the kinds of sinks with their settings.')
    .action(listKinds);
  addApiOptions(command.command('add <NAME>'))
    .description(
      'Add a sink. The collector first sends a test record. If the receiver does not accept it, the sink is not added.',
    )
    .requiredOption('--kind <KIND>', 'kind of the sink, as in `sonde sinks kinds`')
    .option('--presentation <FORM>', 'format of the rows (default: the first form of the kind)')
    .option('--set <KEY=VALUE>', 'setting of the kind; repeat the option for more settings', collectSetting)
    .addOption(
      new Option('--only <WHAT>', 'send only queries or only threats').choices(['queries', 'threats']),
    )
    .option('--suffix <NAME...>', 'send only queries for these names and names below them')
    .option('--sample <COUNT>', 'send one query out of COUNT queries')
    .option('--secret-from <FILE>', 'file with the secret for the receiver; - reads standard input')
    .option('--no-test', 'add the sink without a test record')
    .action(addSink);
  addApiOptions(command.command('test <NAME>'))
    .description('Send a test record (a query for test.sonde.invalid).')
    .action(async (name: string, options: ApiOptions) => {
      const answer = await connect(options).call('POST /api/admin/sinks/{name}/test', { params: { name } });
      if (options.json) return printJson(answer);
      print(`${name} accepted the test record.`);
    });
  const switches = [
    ['pause', true],
    ['resume', false],
  ] as const;
  for (const [verb, paused] of switches) {
    addApiOptions(command.command(`${verb} <NAME>`))
      .description(paused ? 'Pause a sink. New rows wait until the sink resumes.' : 'Resume a paused sink.')
      .action(async (name: string, options: ApiOptions) => {
        const request = { params: { name }, body: { paused } };
        const sink = await connect(options).call('PUT /api/admin/sinks/{name}', request);
        if (options.json) return printJson(sink);
        print(`${name} is ${stateOf(sink)}.`);
      });
  }
  addApiOptions(command.command('remove <NAME>'))
    .description('Remove a sink. Rows that wait for it are not sent.')
    .action(async (name: string, options: ApiOptions) => {
      const answer = await connect(options).call('DELETE /api/admin/sinks/{name}', { params: { name } });
      if (options.json) return printJson(answer);
      print(`${name} is removed.`);
    });
  return command;
}

async function listSinks(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/admin/sinks');
  if (options.json) return printJson(answer);
  const rows = answer.sinks.map((sink) => [
    sink.name,
    sink.kind,
    sink.presentation,
    stateOf(sink),
    String(sink.delivered),
    String(sink.refused),
    String(sink.lost),
    `${Math.round(sink.lag_seconds)} s`,
    sink.last_delivered_at === null ? 'never' : shortTime(sink.last_delivered_at),
  ]);
  const titles = [
    'name',
    'kind',
    'form',
    'state',
    'delivered',
    'refused',
    'lost',
    'behind',
    'last delivered',
  ];
  printTable(titles, rows, 'There are no sinks.');
  for (const { name, last_error: error } of answer.sinks) if (error !== null) print(`! ${name}: ${error}`);
}

async function listKinds(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/admin/sink-kinds');
  if (options.json) return printJson(answer);
  for (const kind of answer.kinds) {
    print(`${kind.kind}  ${kind.title}; forms: ${kind.presentations.join(', ')}`);
    for (const line of settingsOf(kind)) print(`  ${line}`);
    if (kind.secret !== null)
      print(`  --secret-from FILE  ${kind.secret}${kind.secret_needed ? ' (required)' : ''}`);
  }
}

async function addSink(name: string, options: AddOptions): Promise<void> {
  const { kind, presentation, only, suffix, sample, secretFrom, test } = options;
  if (sample !== undefined && !/^[1-9]\d{0,6}$/.test(sample))
    throw new UsageError('--sample must be a whole number of at least 1.', exitCodes.usage);
  const sink = await connect(options).call(creating, {
    body: {
      ...{ name, kind, test, config: options.set ?? {} },
      ...(presentation !== undefined && { presentation }),
      ...(only !== undefined && { queries: only === 'queries', threats: only === 'threats' }),
      filter: {
        ...(suffix !== undefined && { suffixes: suffix }),
        ...(sample !== undefined && { sample: Number(sample) }),
      },
      ...(secretFrom !== undefined && { secret: readSecret(secretFrom) }),
    },
  });
  if (options.json) return printJson(sink);
  print(`${name} receives all rows that are stored from now on, as ${sink.presentation}.`);
}

/** A value is JSON if it reads as JSON: numbers, switches and lists; else it is a text. */
function collectSetting(text: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`--set must be KEY=VALUE, not "${text}".`, exitCodes.usage);
  return { ...before, [text.slice(0, equals)]: readValue(text.slice(equals + 1)) };
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function settingsOf({ config_schema: schema }: Kind): string[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, { description?: string; enum?: unknown[]; default?: unknown }>;
    required?: string[];
  };
  return Object.entries(properties).map(([key, { description = '', enum: choices, default: usual }]) => {
    const facts = [
      ...(choices === undefined ? [] : [choices.join(' or ')]),
      ...(usual === undefined ? [] : [`default ${JSON.stringify(usual)}`]),
      ...(required.includes(key) ? ['required'] : []),
    ];
    return `${key}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}  ${description}`.trimEnd();
  });
}

function stateOf({ state }: Pick<Sink, 'state'>): string {
  return state.replaceAll('_', ' ');
}
