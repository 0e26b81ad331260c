import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type ReportAddressPorts,
  reportAddress as report,
} from '../../domain/intelligence/addresses/report-address.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ReportCategory } from '../../ports/addresses/address-reports.ts';
import { addressParams } from './address-parameters.ts';

const categorySchema = z
  .union([z.literal(3), z.literal(4), z.literal(9), z.literal(10), z.literal(11)])
  .describe('3 fraud, 4 DDoS, 9 hacking, 10 spam, 11 malware.')
  .meta({ examples: [9] });

export const reportAddress = defineEndpoint({
  method: 'POST',
  path: '/api/ip/{ip}/reports',
  summary: 'Report an IP address',
  description:
    "Takes down what an address was seen doing. An account's reports count as one voice in `abuse_confidence`; a later one of the " +
    'same category and day takes the place of the earlier one.',
  family: 'Addresses',
  access: 'authenticated',
  needs: 'analyst',
  status: 201,
  params: addressParams,
  body: z.object({
    category: categorySchema,
    comment: z.string().max(1_000).optional(),
    proof: z.string().max(4_000).optional().describe('A log line, a URL or the like.'),
  }),
  response: z.object({
    ip: z.string(),
    category: categorySchema,
    comment: z.string().nullable(),
    reported_at: timestampSchema,
  }),
  async run({ params, body, caller }, ports: ReportAddressPorts) {
    const category: ReportCategory = body.category;
    const { ip, comment, at } = await report(
      {
        ip: params.ip,
        accountId: caller.accountId,
        category,
        comment: body.comment ?? null,
        proof: body.proof ?? null,
      },
      ports,
    );
    return { ip, category, comment, reported_at: at.toISOString() };
  },
});
