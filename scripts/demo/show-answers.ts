import type { SondeClient } from '@sonde/client/sonde-client.ts';

/** Shows what the API says of the traffic. */
export async function showAnswers(client: SondeClient, say: (text: string) => void): Promise<void> {
  const stats = await client.call('GET /api/v1/dns-monitoring/stats', { query: { top: 5 } });
  say('');
  say('GET /api/v1/dns-monitoring/stats');
  say(
    `  queries ${stats.totals.queries}, answered ${stats.totals.answered}, names ${stats.totals.unique_names}`,
  );
  say(`  top names: ${stats.top_names.map(({ name, count }) => `${name} ${count}`).join(', ')}`);
  say(`  types: ${stats.query_types.map(({ query_type, count }) => `${query_type} ${count}`).join(', ')}`);
  say(
    `  response codes: ${stats.response_codes.map(({ response_code, count }) => `${response_code ?? 'none'} ${count}`).join(', ')}`,
  );
  say(`  transports: ${stats.transports.map(({ transport, count }) => `${transport} ${count}`).join(', ')}`);
  const { count, threats } = await client.call('GET /api/v1/dns-monitoring/threats');
  say('GET /api/v1/dns-monitoring/threats');
  say(`  ${count} found`);
  for (const threat of threats.slice(0, 5)) say(`  ${JSON.stringify(threat)}`);
}
