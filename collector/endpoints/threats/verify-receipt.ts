import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type VerifyReceiptPorts,
  verifyReceipt as verify,
} from '../../domain/detection/receipt/verify-receipt.ts';
import { requireThreat } from '../../domain/traffic/monitoring/require-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ThreatStore } from '../../ports/threats/threats.ts';

interface Ports extends VerifyReceiptPorts {
  readonly threats: Pick<ThreatStore, 'find'>;
}

export const verifyReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/threats/{id}/receipt',
  summary: "Verify a threat's evidence",
  description:
    'Detection seals evidence when it finds it: the evidence names the stored queries by time and ' +
    'digest, and has a hash over everything. This operation recomputes the hash, looks up the ' +
    'queries, and checks whether the list that raised the threat still contains the entry.',
  family: 'DNS monitoring',
  access: 'authenticated',
  ownLocations: true,
  params: z.object({ id: idSchema }),
  response: z.object({
    threat_id: idSchema,
    receipt: z
      .string()
      .nullable()
      .describe('SHA-256 hash in hexadecimal; null if the evidence was never sealed.'),
    intact: z.boolean().describe('Whether the evidence is unchanged.'),
    queries: z.array(
      z.object({
        timestamp: timestampSchema,
        digest: z.string(),
        stored: z
          .boolean()
          .nullable()
          .describe('Whether the query is stored unchanged; null if the store cannot answer now.'),
      }),
    ),
    still_listed: z.boolean().nullable().describe('Null if the threat was not raised by a list.'),
  }),
  errors: ['not_found'],
  async run({ caller, params }, ports: Ports) {
    const threat = await requireThreat(caller, params.id, ports);
    const { receipt, intact, rows, listed } = await verify(threat, ports);
    return {
      threat_id: threat.id,
      receipt: receipt ?? null,
      intact,
      queries: rows.map(({ observed_at, digest, stored }) => ({
        timestamp: new Date(observed_at / 1_000).toISOString(),
        digest,
        stored: stored ?? null,
      })),
      still_listed: listed ?? null,
    };
  },
});
