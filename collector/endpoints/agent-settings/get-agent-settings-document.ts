import {
  settingsAnswerSchema,
  settingsBounds,
  settingsRefusals,
} from '@sonde/shared/sensor-settings/document.ts';
import { z } from 'zod';
import { type AnswerAgentPorts, answerAgent } from '../../domain/traffic/agent-settings/answer-agent.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

const versionSchema = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

export const getAgentSettingsDocument = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/agent-settings/document',
  summary: 'Get the settings of an agent, signed',
  description:
    'Called by the agent, which also reports the version that it has in force. The document is ' +
    'signed with Ed25519. The agent pins the first key that it receives, and accepts another key ' +
    'only if the previous key signed it.',
  family: 'DNS monitoring',
  access: 'location',
  metered: false,
  query: z.object({
    agent_id: z
      .string()
      .min(1)
      .max(64)
      .describe('The id that the agent chose for itself.')
      .meta({ examples: ['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2'] }),
    held: versionSchema.default(0).describe('The version that the agent has in force.'),
    since: versionSchema
      .default(0)
      .describe('The answer has a document only if there is a version after this one.'),
    wait: z
      .int()
      .min(0)
      .max(30)
      .default(0)
      .describe('Seconds to wait for a newer version if there is none yet.'),
    kept_own: z
      .string()
      .max(settingsBounds.names * (settingsBounds.nameLength + 1))
      .optional()
      .describe('Names of settings for which the machine uses its own values, separated by commas.'),
    refused: versionSchema.optional(),
    refused_reason: z.enum(settingsRefusals).optional(),
    refused_message: z.string().max(1_000).optional(),
  }),
  response: settingsAnswerSchema,
  timeLimit: 60_000,
  async run({ caller, query, signal }, ports: AnswerAgentPorts) {
    const told = {
      heldVersion: query.held === 0 ? null : query.held,
      refusedVersion: query.refused ?? null,
      refusedReason: query.refused_reason ?? null,
      refusedMessage: query.refused_message ?? null,
      keptOwn: (query.kept_own ?? '')
        .split(',')
        .filter((name) => /^[a-z0-9_]{1,64}$/.test(name))
        .slice(0, settingsBounds.names),
    };
    const { accountId, locationId } = caller;
    const { agent_id: agentUuid, since, wait } = query;
    return await answerAgent({ accountId, locationId, agentUuid, told, since, wait, signal }, ports);
  },
});
