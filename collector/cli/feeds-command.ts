import { Command } from 'commander';
import { callApi } from './call-api.ts';
import { textTable } from './text-table.ts';

interface Options {
  readonly url: string;
  readonly key?: string;
  readonly json?: true;
  readonly days: string;
}

interface Answer {
  readonly feeds: readonly {
    id: string;
    indicator_count: number;
    hits: number;
    unique_hits: number;
    queries: number;
    unique_share: number;
    median_age_days: number | null;
    lead_over_hits_days: number | null;
    lead_over_feeds_days: number | null;
    well_known: number | null;
    overlaps: readonly { id: string; share: number }[];
  }[];
}

/** `sonde-collector feeds`: what each feed is worth, by way of a running collector. */
export function feedsCommand(): Command {
  return new Command('feeds')
    .description(
      'Say what each loaded feed found, what only it found, how early, and how it overlaps with the others.',
    )
    .option('--url <URL>', "the collector's address", 'http://127.0.0.1:8080')
    .option('--key <KEY>', "an account's key (env SONDE_KEY, else SONDE_ADMIN_KEY)")
    .option('--days <DAYS>', 'how far to look back for hits', '30')
    .option('--json', 'for programs')
    .action(async (options: Options) => {
      const path = `/api/v1/threat-intel/feeds/value?days=${encodeURIComponent(options.days)}`;
      const answer = (await callApi({ ...options, method: 'GET', path })) as Answer;
      process.stdout.write(options.json ? `${JSON.stringify(answer)}\n` : table(answer));
    });
}

function table({ feeds }: Answer): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const days = (value: number | null): string => (value === null ? '-' : `${value} d`);
  const head = [
    ...['feed', 'indicators', 'hits', 'alone', 'queries', 'unique', 'age', 'before hits', 'before feeds'],
    ...['well known', 'most like'],
  ];
  const lines = feeds.map((feed) => [
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
    feed.overlaps[0] === undefined ? '-' : `${feed.overlaps[0].id} ${percent(feed.overlaps[0].share)}`,
  ]);
  return textTable([head, ...lines]);
}
