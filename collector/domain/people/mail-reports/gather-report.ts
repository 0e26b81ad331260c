import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';
import type { ReportFacts } from '@sonde/shared/report/report-model.ts';
import { type AgentLedgersPorts, agentLedgers } from '../../traffic/monitoring/agent-ledgers.ts';
import {
  type CompareStatsPorts,
  type Comparison,
  compareStats,
} from '../../traffic/monitoring/compare-stats.ts';
import { type TrafficStatsPorts, trafficStats } from '../../traffic/monitoring/traffic-stats.ts';

export type GatherReportPorts = CompareStatsPorts & TrafficStatsPorts & AgentLedgersPorts;

const top = 10;
const mostThreats = 20;

/** Gathers the facts of a report about a period that ends now. Throws NotFound if the location is gone. */
export async function gatherReport(
  { accountId, locationId, period }: { accountId: number; locationId: number | undefined; period: string },
  ports: GatherReportPorts,
): Promise<ReportFacts> {
  const question = { accountId, locationId, period, top, domains: true };
  // One after the other: nobody waits for it, and people do for other answers.
  const comparison = await compareStats(question, ports);
  const { topDomains } = await trafficStats({ ...question, failures: false }, ports);
  const open = await ports.threats.list(
    accountId,
    { locationId, status: 'open' },
    { limit: mostThreats, offset: 0 },
  );
  const agents = await agentLedgers({ accountId, locationId, runs: 1 }, ports);
  return {
    comparison: told(comparison),
    stats: {
      top_domains: topDomains?.map(({ name, count }) => ({ domain: name, count })) ?? null,
    },
    threats: {
      count: open.count,
      threats: open.threats.map((threat) => ({
        severity: threat.severity,
        threat_type: threat.type,
        subject: threat.subject,
        client_ip: threat.clientAddress,
        count: threat.count,
        last_seen: threat.lastSeenAt.toISOString(),
      })),
    },
    agents: agents.map(({ runs }) => ({
      runs: runs.map(({ run }) => ({
        ledger: run.metadata.ledger,
        rejected_rows: run.rejectedRows,
        missing_batches: run.missing,
      })),
    })),
  };
}

function told({
  after,
  before,
  domains,
  clients,
  failingNames,
  newDomains,
  newThreats,
  silentAgents,
}: Comparison): ReportFacts['comparison'] {
  const earlier = new Map(before.responseCodes.map(({ name, count }) => [name, count]));
  return {
    period: {
      from: after.range.from.toISOString(),
      to: after.range.to.toISOString(),
      queries: after.totals.queries,
      unanswered: after.totals.unanswered,
      unique_clients: after.totals.uniqueClients,
      unique_names: after.totals.uniqueNames,
      latency_ms: after.totals.latencyMs,
    },
    before: before.totals,
    domains: domains?.map(({ name, ...counts }) => ({ domain: name, ...counts })) ?? null,
    clients: clients.map(({ name, ...counts }) => ({ client_ip: name, ...counts })),
    failing_names: failingNames,
    response_codes: after.responseCodes.map(({ name, count }) => ({
      response_code: name === noResponseCode ? null : responseCodeName(name),
      queries: count,
      before: earlier.get(name) ?? 0,
    })),
    new_domains: newDomains.map(({ domain, firstSeenAt, queries }) => ({
      domain,
      first_seen: firstSeenAt.toISOString(),
      queries,
    })),
    new_threats: { count: newThreats.count },
    silent_agents: silentAgents.map(({ id, host, software, lastSeenAt }) => ({
      id,
      host,
      software,
      silent_since: lastSeenAt.toISOString(),
    })),
  };
}
