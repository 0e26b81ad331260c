import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import {
  type ChangeSettingsPorts,
  rollBackSettings,
} from '../../domain/traffic/agent-settings/change-settings.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { agentSettingsSchema, presentSettings } from './present-settings.ts';

export const rollBackAgentSettings = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/agent-settings/rollback',
  summary: 'Roll the settings of agents back to a version',
  description: 'Restores the entries of that version. The result is a new version, applied in one step.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'administrator',
  body: z.object({
    version: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .meta({ examples: [1] }),
  }),
  response: agentSettingsSchema,
  errors: ['conflict'],
  async run(
    { caller, origin, body },
    ports: ChangeSettingsPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const settings = await rollBackSettings(caller.accountId, body.version, ports);
    await ports.audit.record(
      act(caller, origin, {
        action: 'agent_settings_rolled_back',
        object: 'agent settings',
        details: { version: settings.version, to: body.version },
      }),
    );
    return presentSettings(settings);
  },
});
