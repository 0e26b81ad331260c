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
  .describe('3 is fraud, 4 is DDoS, 9 is hacking, 10 is spam, 11 is malware.')
  .meta({ examples: [9] });

export const reportAddress = defineEndpoint({
  method: 'POST',
  path: '/api/ip/{ip}/reports',
  summary: 'Report an IP address',
  description:
    'Stores a report about an abusive address. All reports of an account count as one voice in ' +
    '`abuse_confidence`. A later report of the same category and day replaces the earlier one.',
  family: 'Addresses',
  access: 'authenticated',
  needs: 'analyst',
  status: 201,
  params: addressParams,
  body: z.object({
    category: categorySchema,
    comment: z.string().max(1_000).optional(),
    proof: z.string().max(4_000).optional().describe('Proof, such as a log line or a URL.'),
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
