import { ledgerSchema, treatmentSchema } from '@sonde/shared/batch/metadata.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { type AgentLedgersPorts, agentLedgers } from '../../domain/traffic/monitoring/agent-ledgers.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

const runSchema = z.object({
  run_id: z.string(),
  first_seen: timestampSchema,
  last_seen: timestampSchema,
  batches: z.int().describe('Different batches that arrived.'),
  missing_batches: z.int().describe('Numbered batches that have not arrived: on their way, or lost.'),
  missing: z.array(z.object({ from: z.int(), to: z.int() })).describe('The first gaps, both ends included.'),
  rows: z.int(),
  rejected_rows: z.int(),
  complete: z
    .boolean()
    .describe('Nothing is missing, no row was rejected, and the sender lost nothing by its own account.'),
  ledger: ledgerSchema.describe("The sender's own counters, totals since the run began."),
  treatment: treatmentSchema,
});

export const listAgents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/agents',
  summary: 'List agents and what is missing of them',
  description:
    'Every sender of the account, with its latest runs: what arrived, what did not, what it lost itself.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    runs: z.int().min(1).max(20).default(3).describe('Latest runs of each agent.'),
  }),
  response: z.object({
    count: countInAnswer,
    agents: z.array(
      z.object({
        id: idSchema,
        location_id: idSchema,
        agent_id: z.string().describe('The identity that the sender gave itself.'),
        software: z.string(),
        host: z.string(),
        first_seen: timestampSchema,
        last_seen: timestampSchema,
        rows: z.int().describe('Rows accepted in all of its runs.'),
        rejected_rows: z.int(),
        runs: z.array(runSchema).describe('Newest first; none for the JSON road, which numbers nothing.'),
      }),
    ),
  }),
  errors: ['not_found'],
  async run({ caller, query }, ports: AgentLedgersPorts) {
    const question = { accountId: caller.accountId, locationId: query.location_id, runs: query.runs };
    const agents = await agentLedgers(question, ports);
    return {
      count: agents.length,
      agents: agents.map(({ agent, totals, runs }) => ({
        id: agent.id,
        location_id: agent.locationId,
        agent_id: agent.uuid,
        software: agent.software,
        host: agent.host,
        first_seen: agent.firstSeenAt.toISOString(),
        last_seen: agent.lastSeenAt.toISOString(),
        rows: totals.rows,
        rejected_rows: totals.rejectedRows,
        runs: runs.map(({ run, gaps, complete }) => ({
          run_id: run.runId,
          first_seen: run.firstSeenAt.toISOString(),
          last_seen: run.lastSeenAt.toISOString(),
          batches: run.batches,
          missing_batches: run.missing,
          missing: gaps.map(({ from, to }) => ({ from, to })),
          rows: run.rows,
          rejected_rows: run.rejectedRows,
          complete,
          ledger: run.metadata.ledger,
          treatment: run.metadata.treatment,
        })),
      })),
    };
  },
});
