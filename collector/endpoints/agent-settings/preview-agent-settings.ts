import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { settingTextsSchema } from '@sonde/shared/sensor-settings/document.ts';
import { z } from 'zod';
import { checkEntries, type FleetPorts } from '../../domain/traffic/agent-settings/change-settings.ts';
import { settingsForAgent } from '../../domain/traffic/agent-settings/settings-for-agent.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AgentSettingsStore } from '../../ports/agent-settings/agent-settings.ts';
import { entriesLimits, entriesSchema, writtenEntries } from './present-settings.ts';

export const previewAgentSettings = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/agent-settings/preview',
  summary: 'Preview settings of agents',
  description:
    'Shows which agents the entries would reach, and with which settings. Nothing changes. For a ' +
    'new entry with a partial rollout, the preview assumes that it is the next entry created.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'viewer',
  reads: true,
  jsonLimits: entriesLimits,
  body: z.object({ entries: entriesSchema }),
  response: z.object({
    count: countInAnswer,
    changed: z.int().min(0).describe('Number of agents whose settings would change.'),
    agents: z.array(
      z.object({
        agent_id: idSchema,
        location_id: idSchema,
        host: z.string(),
        changed: z.boolean(),
        settings: settingTextsSchema.describe('Settings after the change.'),
      }),
    ),
  }),
  async run(
    { caller, body },
    ports: FleetPorts & { readonly agentSettings: Pick<AgentSettingsStore, 'current'> },
  ) {
    const written = writtenEntries(body.entries);
    const agents = await checkEntries(caller.accountId, written, ports);
    const { entries: inForce } = await ports.agentSettings.current(caller.accountId);
    let next = Math.max(0, ...inForce.map(({ id }) => id));
    const entries = written.map((entry) => ({ ...entry, id: entry.id ?? ++next }));
    const found = agents.map((agent) => {
      const settings = settingsForAgent(entries, agent);
      const before = settingsForAgent(inForce, agent);
      return {
        agent_id: agent.id,
        location_id: agent.locationId,
        host: agent.host,
        changed: !isSame(settings, before),
        settings: { ...settings },
      };
    });
    return { count: found.length, changed: found.filter(({ changed }) => changed).length, agents: found };
  },
});

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
