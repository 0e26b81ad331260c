import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { type AccountUsagePorts, accountUsage } from '../../domain/people/quota/account-usage.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { tiers } from '../../ports/accounts/accounts.ts';

export const getUsage = defineEndpoint({
  method: 'GET',
  path: '/api/account/usage',
  summary: "Get the account's usage",
  description:
    'Returns the requests of today, the limit of the tier and the requests of the days before. ' +
    'Days are UTC days.',
  family: 'Account',
  access: 'authenticated',
  query: z.object({
    days: z.int().min(1).max(366).default(30).describe('Number of days in the answer, including today.'),
  }),
  response: z.object({
    tier: z.enum(tiers),
    limit: z.int().nullable().describe('Maximum number of requests per day; null if there is no limit.'),
    used: z.int().min(0),
    remaining: z.int().min(0).nullable(),
    reset: timestampSchema.describe('When the next day begins.'),
    days: z.array(z.object({ date: z.iso.date(), requests: z.int().min(0) })),
  }),
  async run({ caller, query }, ports: AccountUsagePorts) {
    const { limit, used, resetAt, days } = await accountUsage(caller, query.days, ports);
    return {
      tier: caller.tier,
      limit: limit ?? null,
      used,
      remaining: limit === undefined ? null : Math.max(0, limit - used),
      reset: resetAt.toISOString(),
      days: [...days],
    };
  },
});
