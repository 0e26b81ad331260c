import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';
import type { z } from 'zod';
import type { TrafficStats } from '../../domain/traffic/monitoring/traffic-stats.ts';
import type { NamedCount } from '../../ports/traffic/traffic.ts';
import type { statsSchema } from './stats-schema.ts';

/** Presents traffic statistics as the API shows them. */
export function presentStats(
  locationId: number | undefined,
  stats: TrafficStats,
): z.input<typeof statsSchema> {
  const { totals } = stats;
  return {
    location_id: locationId ?? null,
    from: stats.range.from.toISOString(),
    to: stats.range.to.toISOString(),
    totals: {
      queries: totals.queries,
      answered: totals.answered,
      unanswered: totals.unanswered,
      orphans: totals.orphans,
      unique_clients: totals.uniqueClients,
      unique_names: totals.uniqueNames,
      first_seen: totals.firstSeenAt?.toISOString() ?? null,
      last_seen: totals.lastSeenAt?.toISOString() ?? null,
    },
    latency_ms: totals.latencyMs,
    open_threats: stats.openThreats,
    size_bytes: { queries: stats.sizes.queryBytes, responses: stats.sizes.responseBytes },
    bucket_seconds: stats.shape.bucketSeconds,
    series: stats.series.map(({ at, queries, failures }) => ({ at: at.toISOString(), queries, failures })),
    latency_bucket_seconds: stats.shape.latencyBucketSeconds,
    latency_series: stats.latencySeries.map(({ at, latencyMs }) => ({
      at: at.toISOString(),
      latency_ms: latencyMs,
    })),
    top_names: [...stats.topNames],
    top_domains: stats.topDomains?.map(presentDomain) ?? null,
    top_failures:
      stats.topFailures?.map(({ responseCode, count, uniqueNames, topNames, topDomains }) => ({
        response_code: presentCode(responseCode),
        count,
        unique_names: uniqueNames,
        top_names: [...topNames],
        top_domains: topDomains.map(presentDomain),
      })) ?? null,
    top_clients: stats.topClients.map(({ name, count }) => ({ client_ip: name, count })),
    query_types: stats.types.map(({ name, count }) => ({ query_type: recordTypeName(name), count })),
    response_codes: stats.responseCodes.map(({ name, count }) => ({
      response_code: presentCode(name),
      count,
    })),
    transports: stats.transports.map(({ name, count }) => ({ transport: name, count })),
    locations: stats.locations.map(({ location, count }) => ({
      id: location.id,
      location_name: location.name,
      count,
    })),
    agents: stats.agents.map(({ agent, count }) => ({
      id: agent.id,
      location_id: agent.locationId,
      agent_id: agent.uuid,
      host: agent.host,
      software: agent.software,
      last_seen: agent.lastSeenAt.toISOString(),
      count,
    })),
  };
}

function presentDomain({ name, count }: NamedCount<string>): { domain: string; count: number } {
  return { domain: name, count };
}

function presentCode(code: number): string | null {
  return code === noResponseCode ? null : responseCodeName(code);
}
