import { passwordSchema, typedPasswordSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import {
  type ChangePasswordPorts,
  changePassword as change,
} from '../../domain/people/accounts/change-password.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/auth/password',
  summary: 'Change the password',
  description:
    'All earlier tokens stop working, so log in again. All sessions end, except the session that ' +
    'makes the request. Keys stay valid.',
  family: 'Authentication',
  access: 'authenticated',
  needs: 'viewer',
  // Ending what was stolen must not wait for the next day.
  metered: false,
  reserved: true,
  body: z.object({ current_password: typedPasswordSchema, new_password: passwordSchema }),
  response: z.object({ success: z.literal(true) }),
  errors: ['wrong_credentials', 'overloaded', 'not_found'],
  async run({ caller, body, origin }, ports: ChangePasswordPorts & { audit: Pick<AuditLog, 'record'> }) {
    await change({ caller, current: body.current_password, wanted: body.new_password }, ports);
    await ports.audit.record(
      act(caller, origin, { action: 'password_changed', object: `account:${caller.accountId}` }),
    );
    return { success: true as const };
  },
});
