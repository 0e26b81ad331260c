import { InvalidInput } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { chainFaults, verifyAuditLog } from '../../domain/people/audit/verify-audit-log.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

export const verifyAccountAudit = defineEndpoint({
  method: 'GET',
  path: '/api/account/audit-log/verify',
  summary: "Verify the account's audit log",
  description:
    'Checks the hash chain and detects entries that were changed, removed or inserted. Someone ' +
    'with write access to the database could rewrite the whole chain. To detect this, save `head` ' +
    'elsewhere and send it as `position` and `hash` with the next verification.',
  family: 'Account',
  access: 'authenticated',
  needs: 'auditor',
  cost: 5,
  query: z.object({
    position: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    hash: hashSchema.optional(),
  }),
  response: z.object({
    intact: z.boolean(),
    fault: z.object({ kind: z.enum(chainFaults), position: z.int() }).nullable(),
    entries: z.int(),
    from: z.int().nullable().describe('The first position in the log. Earlier entries have expired.'),
    head: z.object({ position: z.int(), hash: hashSchema }).nullable(),
  }),
  async run(
    { caller: { accountId }, query: { position, hash } },
    ports: { audit: Pick<AuditLog, 'chain' | 'head'> },
  ) {
    if ((position === undefined) !== (hash === undefined)) {
      throw new InvalidInput('position', 'must be sent together with hash, both from `head`');
    }
    const noted = position === undefined ? undefined : { position, hash: Buffer.from(hash!, 'hex') };
    const { intact, fault, entries, from, head } = await verifyAuditLog(accountId, noted, ports);
    return {
      intact,
      fault,
      entries,
      from,
      head: head === null ? null : { position: head.position, hash: head.hash.toString('hex') },
    };
  },
});
