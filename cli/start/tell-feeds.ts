import type { SondeClient } from '@sonde/client/sonde-client.ts';

/** Says which threat feeds are fetched, and how that is changed. */
export async function tellFeeds(client: SondeClient, say: (text: string) => void): Promise<void> {
  const { feeds } = await client.call('GET /api/v1/threat-intel/feeds');
  const on = feeds.filter(({ is_enabled, changed }) => is_enabled && changed !== null);
  if (on.length === 0) {
    say('No threat feed is on; `sonde feeds enable --default` switches on those that anybody may use.');
    return;
  }
  say(`Threat feeds that are fetched: ${on.map(({ name }) => name).join(', ')}.`);
  say(
    'Their terms are in docs/feeds.md; the page Feeds and `sonde feeds` switch them, and --no-feeds starts without.',
  );
}
