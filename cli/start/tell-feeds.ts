import type { SondeClient } from '@sonde/client/sonde-client.ts';

/** Says which threat feeds are fetched and on what terms, and how that is changed. */
export async function tellFeeds(client: SondeClient, say: (text: string) => void): Promise<void> {
  const { feeds } = await client.call('GET /api/v1/threat-intel/feeds');
  const on = feeds.filter(({ is_enabled, changed }) => is_enabled && changed !== null);
  if (on.length === 0) {
    say('No threat feed is on; `sonde feeds enable --default` switches on those that anybody may use.');
    return;
  }
  const widest = Math.max(...on.map(({ id }) => id.length));
  say(
    [
      'Threat feeds that are fetched, with their terms:',
      ...on.map(({ id, name, licence }) => `  ${id.padEnd(widest)}  ${name} (${licence ?? 'terms unknown'})`),
      '`sonde feeds disable ID` or the page Feeds switches one off, and --no-feeds starts without any.',
    ].join('\n'),
  );
}
