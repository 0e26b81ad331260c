import { settingsAnswerSchema } from '@sonde/shared/sensor-settings/document.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import {
  rotateKey,
  type SignerPorts,
  settingsKeys,
} from '../../domain/traffic/agent-settings/settings-signer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

export const rotateAgentSettingsKey = defineEndpoint({
  method: 'POST',
  path: '/api/admin/agent-settings-key/rotate',
  summary: 'Make another key that settings of agents are signed with',
  description:
    'The key before signs the new one, and agents follow. Agents that do not ask while fifteen further keys are made must be ' +
    'given the key by their owners (`settings_key`).',
  family: 'Administration',
  access: 'admin',
  response: z.object({ keys: settingsAnswerSchema.shape.keys }),
  async run({ caller, origin }, ports: SignerPorts & { readonly audit: Pick<AuditLog, 'record'> }) {
    const publicKey = await rotateKey(ports);
    await ports.audit.record(
      act(caller, origin, {
        action: 'agent_settings_key_rotated',
        object: 'agent settings',
        details: { public_key: publicKey },
      }),
    );
    return { keys: await settingsKeys(ports) };
  },
});
