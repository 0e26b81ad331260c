import { lostBySender } from '@sonde/shared/batch/lost-by-sender.ts';
import type { Agent, AgentStore } from '../../../ports/ingest/agents.ts';
import type { LedgerStore, RunLedger, SequenceStretch } from '../../../ports/ingest/ledgers.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import { scopedLocationIds } from './scoped-locations.ts';

const mostGaps = 20;

export interface AgentLedgersPorts {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly agents: Pick<AgentStore, 'list'>;
  readonly ledgers: Pick<LedgerStore, 'runs' | 'missing' | 'totals'>;
}

export interface AgentLedger {
  readonly agent: Agent;
  readonly totals: { readonly batches: number; readonly rows: number; readonly rejectedRows: number };
  readonly runs: readonly {
    readonly run: RunLedger;
    readonly gaps: readonly SequenceStretch[];
    readonly complete: boolean;
  }[];
}

/** Lists what arrived of each sender and what is missing, by the collectors' count and by its own. Throws NotFound. */
export async function agentLedgers(
  { accountId, locationId, runs }: { accountId: number; locationId: number | undefined; runs: number },
  ports: AgentLedgersPorts,
): Promise<AgentLedger[]> {
  const agents = await ports.agents.list(await scopedLocationIds(accountId, locationId, ports));
  const ids = agents.map((agent) => agent.id);
  const [latest, totals] = await Promise.all([ports.ledgers.runs(ids, runs), ports.ledgers.totals(ids)]);
  // Once, and not for each agent: with ten thousand of them that would take the whole process a second.
  const runsOf = Map.groupBy(latest, ({ agentId }) => agentId);
  return await Promise.all(
    agents.map(async (agent) => ({
      agent,
      totals: totals.get(agent.id) ?? { batches: 0, rows: 0, rejectedRows: 0 },
      runs: await Promise.all((runsOf.get(agent.id) ?? []).map((run) => withGaps(run, ports.ledgers))),
    })),
  );
}

async function withGaps(run: RunLedger, ledgers: Pick<LedgerStore, 'missing'>) {
  const gaps = run.missing === 0 ? [] : await ledgers.missing(run.agentId, run.runId, mostGaps);
  const complete = run.missing === 0 && run.rejectedRows === 0 && lostBySender(run.metadata.ledger) === 0;
  return { run, gaps, complete };
}
