import type { SondeClient } from '@sonde/client/sonde-client.ts';

/** Says which threat feeds are fetched and on what terms, and how that is changed. */
export async function tellFeeds(client: SondeClient, say: (text: string) => void): Promise<void> {
  const { feeds } = await client.call('GET /api/v1/threat-intel/feeds');
  const on = feeds.filter(({ is_enabled, changed }) => is_enabled && changed !== null);
  if (on.length === 0) {
    say('No threat feed is enabled. `sonde feeds enable --default` enables the feeds that need no account.');
    return;
  }
  const widest = Math.max(...on.map(({ id }) => id.length));
  say(
    [
      'Enabled threat feeds, with their licences:',
      ...on.map(
        ({ id, name, licence }) => `  ${id.padEnd(widest)}  ${name} (${licence ?? 'licence unknown'})`,
      ),
      'To disable a feed, run `sonde feeds disable ID` or use the page Feeds. --no-feeds starts without feeds.',
    ].join('\n'),
  );
}
