import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import {
  type ChangeSettingsPorts,
  changeSettings,
} from '../../domain/traffic/agent-settings/change-settings.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import {
  agentSettingsSchema,
  entriesLimits,
  entriesSchema,
  presentSettings,
  writtenEntries,
} from './present-settings.ts';

export const putAgentSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dns-monitoring/agent-settings',
  summary: 'Change the settings of agents',
  description:
    'Replaces all entries and creates a new version. Agents receive it within a second if their ' +
    'owners allow it. Entries can only narrow what an agent records by its own settings. Settings ' +
    'that name files, programs, collector addresses, keys, users, ports or interfaces cannot be ' +
    'set here.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'administrator',
  jsonLimits: entriesLimits,
  body: z.object({
    based_on: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe(
        'The version on which the change is based. If another version is in force by now, the answer is 409.',
      ),
    entries: entriesSchema,
    comment: z.string().trim().max(500).nullish().describe('The reason for the change, for people.'),
  }),
  response: agentSettingsSchema,
  errors: ['conflict'],
  async run(
    { caller, origin, body },
    ports: ChangeSettingsPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const change = {
      basedOn: body.based_on ?? null,
      entries: writtenEntries(body.entries),
      comment: body.comment ?? null,
    };
    const settings = await changeSettings(caller.accountId, change, ports);
    await ports.audit.record(
      act(caller, origin, {
        action: 'agent_settings_changed',
        object: 'agent settings',
        details: { version: settings.version, entries: settings.entries.length },
      }),
    );
    return presentSettings(settings);
  },
});
