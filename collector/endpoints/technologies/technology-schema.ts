import type { DetectedTechnology } from '@sonde/scanner/ports/web-page.ts';
import { z } from 'zod';
import type { TechnologyChange } from '../../ports/technologies/technology-store.ts';

export const family = 'Web technologies';

const vulnerabilitySchema = z.object({ id: z.string(), severity: z.string(), summary: z.string() });

/** A technology is shown like this by the interface. */
export const technologySchema = z.object({
  name: z.string(),
  category: z.string(),
  subcategory: z.string().nullable(),
  version: z.string().nullable(),
  confidence: z.int().min(0).max(100),
  evidence: z.string().describe('The evidence, as it was found.'),
  website: z.string().describe('Website of the maker; empty if unknown.'),
  vulnerabilities: z
    .array(vulnerabilitySchema)
    .nullable()
    .describe("Known vulnerabilities of the version, by the operator's list; null without such a list."),
});

export function presentTechnology({
  name,
  category,
  subcategory,
  version,
  confidence,
  evidence,
  website,
  vulnerabilities,
}: Omit<DetectedTechnology, 'vulnerabilities'> & {
  readonly vulnerabilities?: DetectedTechnology['vulnerabilities'] | null;
}): z.input<typeof technologySchema> {
  return {
    ...{ name, category, subcategory, version, confidence, evidence, website },
    vulnerabilities: vulnerabilities?.map((one) => ({ ...one })) ?? null,
  };
}

export const usedTechnologySchema = z.object({
  name: z.string(),
  category: z.string(),
  website_count: z.int(),
});

export const technologyChangeSchema = z.object({
  technology: z.string(),
  category: z.string(),
  change: z.enum(['added', 'removed', 'version']),
  old_version: z.string().nullable(),
  new_version: z.string().nullable(),
  at: z.iso.datetime(),
});

export function presentChange(change: TechnologyChange): z.input<typeof technologyChangeSchema> {
  return {
    technology: change.name,
    category: change.category,
    change: change.change,
    old_version: change.oldVersion,
    new_version: change.newVersion,
    at: change.at.toISOString(),
  };
}
