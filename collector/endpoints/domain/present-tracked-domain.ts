import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { TrackedDomainEntry } from '../../ports/scans/tracked-domains.ts';
import { presentSummary, summarySchema } from './present-summary.ts';

/** A domain as lists show it. */
export const trackedDomainSchema = z
  .object({
    domain: z.string(),
    created_at: timestampSchema.describe('When it was scanned first.'),
    last_scanned: timestampSchema,
    monitored: z.boolean().describe('Whether it is scanned again by itself.'),
    ...summarySchema.shape,
  })
  .meta({ id: 'TrackedDomain' });

export function presentTrackedDomain(entry: TrackedDomainEntry): z.input<typeof trackedDomainSchema> {
  return {
    domain: entry.domain,
    created_at: entry.firstScannedAt.toISOString(),
    last_scanned: entry.lastScannedAt.toISOString(),
    monitored: entry.monitored,
    ...presentSummary(entry.summary),
  };
}
