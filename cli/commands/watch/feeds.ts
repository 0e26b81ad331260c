import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { readSecret } from '../../api/read-secret.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printJson, printTable, shortTime } from '../../print.ts';

type Feed = AnswerOf<'GET /api/v1/threat-intel/feeds'>['feeds'][number];
type FeedValue = AnswerOf<'GET /api/v1/threat-intel/feeds/value'>['feeds'][number];

/**
 * Creates the command `sonde feeds`: it lists the threat feeds with the quality of each, and enables or disables them.
 */
export function feedsCommand(): Command {
  const command = new Command('feeds').description(
    'List, enable, disable and refresh threat feeds while the collector runs, and compare their value.',
  );
  addApiOptions(command.command('list', { isDefault: true }))
    .description('List the feeds with their state (the default).')
    .option('--enabled', 'list only the enabled feeds')
    .action(listFeeds);
  addApiOptions(command.command('value'))
    .description(
      'Compare the loaded feeds: hits, hits that no other feed has, time before the first hit, and overlap with other feeds.',
    )
    .option('--days <DAYS>', 'number of days to count hits for', '30')
    .action(valueFeeds);
  addApiOptions(command.command('enable'))
    .description('Enable feeds. The collector fetches them within seconds.')
    .argument('[ID...]', 'ids of feeds, as in `sonde feeds list`')
    .option('--default', 'enable all feeds that need no account')
    .action((ids: string[], options: SwitchOptions) => switchFeeds(ids, true, options));
  addApiOptions(command.command('disable'))
    .description('Disable feeds, and delete their indicators.')
    .argument('[ID...]', 'ids of feeds, as in `sonde feeds list`')
    .option('--all', 'disable all enabled feeds')
    .action((ids: string[], options: SwitchOptions) => switchFeeds(ids, false, options));
  addApiOptions(command.command('reset'))
    .description('Undo all changes to feeds. The settings of the collector apply again.')
    .argument('<ID...>', 'ids of feeds, as in `sonde feeds list`')
    .action(resetFeeds);
  addApiOptions(command.command('judge'))
    .description(
      'Set the weight, severity or threat type of all indicators of a feed, instead of the values from the feed.',
    )
    .argument('<ID>', 'id of a feed, as in `sonde feeds list`')
    .option('--weight <NUMBER>', 'trust in the feed, from 0 to 1')
    .option('--severity <SEVERITY>', 'severity: info, low, medium, high or critical')
    .option('--threat-type <TYPE>', 'threat type, such as phishing')
    .action(judgeFeed);
  addApiOptions(command.command('refresh'))
    .description('Fetch feeds now, and show the result.')
    .argument('<ID...>', 'ids of feeds, as in `sonde feeds list`')
    .option('--no-wait', 'do not wait for the result')
    .action(refreshFeeds);
  addApiOptions(command.command('key'))
    .description(
      'Set the key of a publisher for its feeds. The collector stores the key encrypted, and never shows it.',
    )
    .argument('<ID>', 'id of a feed of the publisher')
    .option('--key-from <FILE>', 'file that contains the key; - reads standard input', '-')
    .option('--remove', 'delete the key')
    .action(changeKey);
  return command;
}

async function listFeeds(options: ApiOptions & { readonly enabled?: true }): Promise<void> {
  const answer = await connect(options).call('GET /api/v1/threat-intel/feeds');
  const feeds = answer.feeds.filter(({ status }) => !options.enabled || status !== 'disabled');
  if (options.json) return printJson({ total_feeds: answer.total_feeds, feeds });
  const rows = feeds.map((feed) => [
    feed.id,
    feed.type,
    feed.status,
    String(feed.indicator_count),
    shortTime(feed.last_checked),
    feed.note ?? '',
  ]);
  printTable(['feed', 'kind', 'state', 'indicators', 'last checked', 'note'], rows, 'There are no feeds.');
}

async function valueFeeds(options: ApiOptions & { readonly days: string }): Promise<void> {
  const days = Number(options.days);
  if (!Number.isInteger(days))
    throw new UsageError('--days must be a whole number of days.', exitCodes.usage);
  const answer = await connect(options).call('GET /api/v1/threat-intel/feeds/value', { query: { days } });
  if (options.json) return printJson(answer);
  const head = [
    ...['feed', 'indicators', 'hits', 'alone', 'queries', 'unique', 'age', 'before hits', 'before feeds'],
    ...['well known', 'most like'],
  ];
  printTable(head, answer.feeds.map(valueRow), 'No feed is loaded.');
}

function valueRow(feed: FeedValue): string[] {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const days = (value: number | null): string => (value === null ? '-' : `${value} d`);
  const nearest = feed.overlaps[0];
  return [
    feed.id,
    String(feed.indicator_count),
    String(feed.hits),
    String(feed.unique_hits),
    String(feed.queries),
    percent(feed.unique_share),
    days(feed.median_age_days),
    days(feed.lead_over_hits_days),
    days(feed.lead_over_feeds_days),
    feed.well_known === null ? '-' : String(feed.well_known),
    nearest === undefined ? '-' : `${nearest.id} ${percent(nearest.share)}`,
  ];
}

interface SwitchOptions extends ApiOptions {
  readonly default?: true;
  readonly all?: true;
}

const feedPath = '/api/v1/threat-intel/feeds/{id}';

async function switchFeeds(ids: string[], enabled: boolean, options: SwitchOptions): Promise<void> {
  const client = connect(options);
  const { feeds } = await client.call('GET /api/v1/threat-intel/feeds');
  const meant = feeds.filter(
    ({ id, is_default, is_enabled, changed }) =>
      ids.includes(id) ||
      (changed !== null &&
        ((options.default === true && is_default) || (options.all === true && is_enabled))),
  );
  const unknown = ids.find((id) => !meant.some((feed) => feed.id === id));
  if (unknown !== undefined)
    throw new UsageError(`There is no feed "${unknown}". sonde feeds lists all feeds.`, exitCodes.usage);
  if (meant.length === 0) {
    const more = enabled ? '--default' : '--all';
    throw new UsageError(`Name at least one feed, or use ${more}.`, exitCodes.usage);
  }
  const changed: Feed[] = [];
  for (const { id } of meant)
    changed.push(await client.call(`PUT ${feedPath}`, { params: { id }, body: { enabled } }));
  if (options.json) return printJson({ feeds: changed });
  for (const { id, licence } of changed)
    process.stdout.write(enabled ? `${id} is enabled. Licence: ${licence}.\n` : `${id} is disabled.\n`);
}

async function resetFeeds(ids: string[], options: ApiOptions): Promise<void> {
  const client = connect(options);
  const body = { enabled: null, weight: null, severity: null, threat_type: null };
  const changed: Feed[] = [];
  for (const id of ids) changed.push(await client.call(`PUT ${feedPath}`, { params: { id }, body }));
  if (options.json) return printJson({ feeds: changed });
  for (const { id, is_enabled: isOn } of changed)
    process.stdout.write(`${id} is ${isOn ? 'enabled' : 'disabled'}, as in the settings.\n`);
}

interface JudgeOptions extends ApiOptions {
  readonly weight?: string;
  readonly severity?: Feed['severity'] & string;
  readonly threatType?: string;
}

async function judgeFeed(
  id: string,
  { weight, severity, threatType, ...options }: JudgeOptions,
): Promise<void> {
  if (weight !== undefined && !(Number(weight) >= 0 && Number(weight) <= 1))
    throw new UsageError('--weight must be a number from 0 to 1.', exitCodes.usage);
  const feed = await connect(options).call(`PUT ${feedPath}`, {
    params: { id },
    body: {
      ...(weight !== undefined && { weight: Number(weight) }),
      ...(severity !== undefined && { severity }),
      ...(threatType !== undefined && { threat_type: threatType }),
    },
  });
  if (options.json) return printJson(feed);
  process.stdout.write(
    `${feed.id}: weight ${feed.weight}, severity ${feed.severity}, threat type ${feed.threat_type}.\n`,
  );
}

/** Milliseconds between two looks whether a feed was fetched, and how long that is waited for. */
const lookEvery = 1_000;
const waitAtMost = 120_000;

async function refreshFeeds(
  ids: string[],
  { wait, ...options }: ApiOptions & { readonly wait: boolean },
): Promise<void> {
  const client = connect(options);
  const before = new Map<string, string | null>();
  const asked: Feed[] = [];
  for (const id of ids) {
    const feed = await client.call(`POST ${feedPath}/refresh`, { params: { id } });
    asked.push(feed);
    before.set(id, feed.last_attempt_at);
  }
  let feeds = asked;
  const isDone = ({ id, last_attempt_at: at }: Feed): boolean => at !== before.get(id);
  for (const end = Date.now() + waitAtMost; wait && !feeds.every(isDone) && Date.now() < end; ) {
    await delay(lookEvery);
    const all = (await client.call('GET /api/v1/threat-intel/feeds')).feeds;
    feeds = all.filter(({ id }) => before.has(id));
  }
  if (options.json) return printJson({ feeds });
  for (const feed of feeds) {
    const { id, status, note } = feed;
    if (!isDone(feed)) process.stdout.write(`${id} is not fetched yet. sonde feeds shows the state.\n`);
    else if (status === 'active') process.stdout.write(`${id}: ${feed.indicator_count} indicators.\n`);
    else
      process.stdout.write(
        `${id}: ${status}. ${note ?? ''} Next attempt: ${shortTime(feed.next_attempt_at)}.\n`,
      );
  }
}

interface KeyOptions extends ApiOptions {
  readonly keyFrom: string;
  readonly remove?: true;
}

async function changeKey(id: string, { keyFrom, remove, ...options }: KeyOptions): Promise<void> {
  const client = connect(options);
  const feed =
    remove === true
      ? await client.call(`DELETE ${feedPath}/key`, { params: { id } })
      : await client.call(`PUT ${feedPath}/key`, {
          params: { id },
          body: { key: readSecret(keyFrom) },
        });
  if (options.json) return printJson(feed);
  process.stdout.write(`The key "${feed.key?.name}" is ${remove === true ? 'deleted' : 'set'}.\n`);
}
