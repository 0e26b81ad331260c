import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import { renewRecoveryCodes as renew } from '../../domain/people/second-factor/authenticator-app.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { SecondFactorStore } from '../../ports/accounts/second-factors.ts';
import { recoveryCodesSchema } from './confirm-app.ts';
import { recordOwnAct } from './signed-in-caller.ts';

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/auth/recovery-codes',
  summary: 'Make new recovery codes',
  description: 'Returns new recovery codes, shown only in this answer. Earlier recovery codes stop working.',
  family: 'Authentication',
  access: 'session',
  confirmed: true,
  metered: false,
  response: z.object({ recovery_codes: recoveryCodesSchema }),
  status: 201,
  errors: ['conflict'],
  async run(
    { caller, origin },
    ports: {
      secondFactors: Pick<SecondFactorStore, 'replaceRecoveryCodes'>;
      random: Random;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const codes = await renew(caller.personId, ports);
    await recordOwnAct(caller, origin, 'recovery_codes_made', ports.audit);
    return { recovery_codes: codes };
  },
});
