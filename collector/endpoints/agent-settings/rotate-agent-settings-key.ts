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
    'Creates a new signing key, which the previous key signs. Agents accept it automatically. If ' +
    'fifteen more keys are created before an agent fetches its settings, its owner must give it ' +
    'the key (`settings_key`).',
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
