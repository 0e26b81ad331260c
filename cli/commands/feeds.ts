import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../api/connect.ts';
import { exitCodes } from '../exit-codes.ts';
import { printJson, printTable, shortTime } from '../print.ts';

type FeedValue = AnswerOf<'GET /api/v1/threat-intel/feeds/value'>['feeds'][number];

/** `sonde feeds`: which threat feeds there are, and what each loaded feed is worth. */
export function feedsCommand(): Command {
  const command = new Command('feeds').description('List threat feeds, and say what each of them is worth.');
  addApiOptions(command.command('list', { isDefault: true }))
    .description('List the feeds with their state (the default).')
    .option('--enabled', 'only those that this collector fetches')
    .action(listFeeds);
  addApiOptions(command.command('value'))
    .description(
      'Say what each loaded feed found, what only it found, how early, and how it overlaps with the others.',
    )
    .option('--days <DAYS>', 'how far to look back for hits', '30')
    .action(valueFeeds);
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
  if (!Number.isInteger(days)) throw new UsageError('--days must be a number of days.', exitCodes.usage);
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
