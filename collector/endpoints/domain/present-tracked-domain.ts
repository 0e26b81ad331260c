import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { TrackedDomainEntry } from '../../ports/scans/tracked-domains.ts';
import { presentSummary, summarySchema } from './present-summary.ts';

/** A tracked domain is a domain as lists show it. */
export const trackedDomainSchema = z
  .object({
    domain: z.string(),
    domain_name: z.string().describe('Same as `domain`, under the name that other lists use.'),
    created_at: timestampSchema.describe('When the domain was first scanned.'),
    last_scanned: timestampSchema,
    first_checked: timestampSchema.describe('Same as `created_at`.'),
    last_checked: timestampSchema.describe('Same as `last_scanned`.'),
    monitored: z.boolean().describe('Whether the domain is rescanned automatically.'),
    dmarc_enabled: z.boolean().nullable().describe('Whether the domain has a DMARC record.'),
    ...summarySchema.shape,
  })
  .meta({ id: 'TrackedDomain' });

export function presentTrackedDomain(entry: TrackedDomainEntry): z.input<typeof trackedDomainSchema> {
  const first = entry.firstScannedAt.toISOString();
  const last = entry.lastScannedAt.toISOString();
  return {
    domain: entry.domain,
    domain_name: entry.domain,
    created_at: first,
    last_scanned: last,
    first_checked: first,
    last_checked: last,
    monitored: entry.monitored,
    dmarc_enabled: hasDmarc(entry.summary),
    ...presentSummary(entry.summary),
  };
}

/** A policy is of a record, and so is what is valid; what is not valid may be no record at all. */
function hasDmarc({ dmarcValid, dmarcPolicy }: TrackedDomainEntry['summary']): boolean | null {
  if (dmarcValid === true || dmarcPolicy != null) return true;
  return dmarcValid ?? null;
}
