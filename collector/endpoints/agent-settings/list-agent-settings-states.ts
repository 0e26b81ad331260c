import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { settingTextsSchema } from '@sonde/shared/sensor-settings/document.ts';
import { z } from 'zod';
import { type FleetPorts, fleetOf } from '../../domain/traffic/agent-settings/change-settings.ts';
import { settingsForAgent } from '../../domain/traffic/agent-settings/settings-for-agent.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AgentSettingsStore } from '../../ports/agent-settings/agent-settings.ts';
import { refusalSchema } from './present-settings.ts';

export const listAgentSettingsStates = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/agent-settings/agents',
  summary: 'List which settings agents have in force',
  description:
    'Returns what each agent reports when it fetches its settings. For agents whose owners do not ' +
    'allow settings from the collector, nothing is reported.',
  family: 'DNS monitoring',
  access: 'authenticated',
  response: z.object({
    version: z.int().min(0).describe("The version of the account's settings."),
    count: countInAnswer,
    agents: z.array(
      z.object({
        agent_id: idSchema,
        location_id: idSchema,
        host: z.string(),
        meant: settingTextsSchema.describe('Settings of the agent by the version in force at the collector.'),
        told: z
          .object({
            held_version: z
              .int()
              .nullable()
              .describe("Null if only the settings of the agent's owner are in force."),
            held_since: timestampSchema,
            kept_own: z.array(z.string()).describe('Settings for which the machine uses its own values.'),
            refused: refusalSchema.nullable(),
            told_at: timestampSchema,
          })
          .nullable()
          .describe('Null if the agent has never fetched settings.'),
      }),
    ),
  }),
  async run(
    { caller },
    ports: FleetPorts & { readonly agentSettings: Pick<AgentSettingsStore, 'current' | 'told'> },
  ) {
    const agents = await fleetOf(caller.accountId, ports);
    const { version, entries } = await ports.agentSettings.current(caller.accountId);
    const told = new Map(
      (await ports.agentSettings.told(agents.map(({ id }) => id))).map((one) => [one.agentId, one]),
    );
    return {
      version,
      count: agents.length,
      agents: agents.map((agent) => {
        const one = told.get(agent.id);
        return {
          agent_id: agent.id,
          location_id: agent.locationId,
          host: agent.host,
          meant: { ...settingsForAgent(entries, agent) },
          told:
            one === undefined
              ? null
              : {
                  held_version: one.heldVersion,
                  held_since: one.heldSince.toISOString(),
                  kept_own: [...one.keptOwn],
                  refused:
                    one.refusedReason === null
                      ? null
                      : {
                          version: one.refusedVersion,
                          reason: one.refusedReason,
                          message: one.refusedMessage ?? '',
                        },
                  told_at: one.toldAt.toISOString(),
                },
        };
      }),
    };
  },
});
