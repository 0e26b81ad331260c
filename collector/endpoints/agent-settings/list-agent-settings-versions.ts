import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AgentSettingsStore } from '../../ports/agent-settings/agent-settings.ts';

export const listAgentSettingsVersions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/agent-settings/versions',
  summary: 'List versions of the settings of agents',
  description: 'Returns the latest versions, newest first. About two hundred versions are kept.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({ limit: z.int().min(1).max(200).default(50) }),
  response: z.object({
    count: countInAnswer,
    versions: z.array(
      z.object({
        version: z.int(),
        changed_at: timestampSchema,
        entries: z.int().min(0),
        comment: z.string().nullable(),
        rolled_back_to: z.int().nullable().describe('The version whose entries were restored.'),
      }),
    ),
    limit: z.int(),
  }),
  async run({ caller, query }, ports: { readonly agentSettings: Pick<AgentSettingsStore, 'versions'> }) {
    const versions = await ports.agentSettings.versions(caller.accountId, query.limit);
    return {
      count: versions.length,
      versions: versions.map((one) => ({
        version: one.version,
        changed_at: one.changedAt.toISOString(),
        entries: one.entries,
        comment: one.comment,
        rolled_back_to: one.rolledBackTo,
      })),
      limit: query.limit,
    };
  },
});
