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
  batches: z.int().describe('Number of different batches that arrived.'),
  missing_batches: z
    .int()
    .describe('Numbered batches that have not arrived. They are still on their way, or lost.'),
  missing: z
    .array(z.object({ from: z.int(), to: z.int() }))
    .describe('The first gaps in the numbers, both ends included.'),
  rows: z.int(),
  rejected_rows: z.int(),
  complete: z
    .boolean()
    .describe(
      'True if no batch is missing, no row was rejected, and the sender reports no losses of its own.',
    ),
  ledger: ledgerSchema.describe('Counters that the sender keeps itself, as totals since the run began.'),
  treatment: treatmentSchema,
});

export const listAgents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/agents',
  summary: 'List agents and what is missing of them',
  description:
    'Returns every sender of the account with its latest runs: what arrived, what is missing, and ' +
    'what the sender itself lost.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    runs: z.int().min(1).max(20).default(3).describe('Number of latest runs to show for each agent.'),
  }),
  response: z.object({
    count: countInAnswer,
    agents: z.array(
      z.object({
        id: idSchema,
        location_id: idSchema,
        agent_id: z.string().describe('The id that the sender chose for itself.'),
        software: z.string(),
        host: z.string(),
        first_seen: timestampSchema,
        last_seen: timestampSchema,
        rows: z.int().describe('Rows accepted in all runs of the agent.'),
        rejected_rows: z.int(),
        runs: z
          .array(runSchema)
          .describe('The newest run comes first. Empty for senders of JSON, whose batches have no numbers.'),
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
