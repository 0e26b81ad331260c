import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';

export interface ReportData {
  readonly comparison: AnswerOf<'GET /api/v1/dns-monitoring/stats/compare'>;
  readonly stats: AnswerOf<'GET /api/v1/dns-monitoring/stats'>;
  readonly threats: AnswerOf<'GET /api/v1/dns-monitoring/threats'>;
  readonly agents: AnswerOf<'GET /api/v1/dns-monitoring/agents'>['agents'];
}

export async function readReport(
  client: SondeClient,
  { period, location }: { readonly period: string; readonly location: number | undefined },
): Promise<ReportData> {
  const scope = location === undefined ? {} : { location_id: location };
  const query = { ...scope, period, top: 10 };
  const comparison = await client.call('GET /api/v1/dns-monitoring/stats/compare', { query });
  const stats = await client.call('GET /api/v1/dns-monitoring/stats', { query: { ...query, domains: true } });
  const threats = await client.call('GET /api/v1/dns-monitoring/threats', {
    query: { ...scope, status: 'open', limit: 20 },
  });
  const { agents } = await client.call('GET /api/v1/dns-monitoring/agents', { query: { ...scope, runs: 1 } });
  return { comparison, stats, threats, agents };
}
