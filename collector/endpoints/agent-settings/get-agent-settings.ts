import { NotFound } from '@sonde/shared/errors.ts';
import {
  reopeningSettings,
  settingsFromCollector,
} from '@sonde/shared/sensor-settings/settings-from-collector.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AgentSettingsStore } from '../../ports/agent-settings/agent-settings.ts';
import { agentSettingsSchema, presentSettings } from './present-settings.ts';

export const getAgentSettings = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/agent-settings',
  summary: 'Get the settings of agents',
  description:
    'Returns the settings for agents whose owners let the collector narrow what they record ' +
    '(`settings_from_collector`), and the list of available settings. A value that is set on the ' +
    'machine itself takes precedence.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    version: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('Default: the version in force.'),
  }),
  response: agentSettingsSchema.extend({
    settings: z
      .array(
        z.object({
          name: z.string(),
          help: z.string(),
          value: z.string().describe('Format of the value.'),
          default: z.string().nullable(),
          reopens_capture: z
            .boolean()
            .describe('Whether agents reopen their captures for this setting. No packet is lost.'),
        }),
      )
      .describe('Settings that can be set here.'),
  }),
  errors: ['not_found'],
  async run(
    { caller, query },
    { agentSettings }: { readonly agentSettings: Pick<AgentSettingsStore, 'current' | 'at'> },
  ) {
    const settings =
      query.version === undefined
        ? await agentSettings.current(caller.accountId)
        : await agentSettings.at(caller.accountId, query.version);
    if (settings === undefined) throw new NotFound('version');
    return {
      ...presentSettings(settings),
      settings: Object.entries(settingsFromCollector).map(
        ([name, { help, fromCollector, default: fallback }]) => ({
          name,
          help,
          value: fromCollector!.describe,
          default: fallback ?? null,
          reopens_capture: reopeningSettings.includes(name),
        }),
      ),
    };
  },
});
