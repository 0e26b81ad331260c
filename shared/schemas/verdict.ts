import { z } from 'zod';
import { severitySchema } from './severity.ts';

/** The verdict bound is the largest number of names in one question for verdicts. */
export const maxVerdictNames = 1_000;

export const queryNameSchema = z
  .string()
  .min(1)
  .max(1_020)
  .meta({ examples: ['www.example.com'] });

/** A verdict states what is known of a queried name, and what to do about it. */
export const verdictSchema = z
  .object({
    query_name: z.string(),
    verdict: z
      .enum(['allow', 'monitor', 'block'])
      .describe('`block` for severity medium and higher, `monitor` for lower severities.'),
    threat: z
      .object({
        threat_type: z.string(),
        severity: severitySchema,
        indicator: z.string().describe('The listed indicator: the name itself, or a name above it.'),
        source: z.string(),
      })
      .nullable(),
    reason: z.string(),
    ttl: z.int().min(1).describe('Seconds for which the verdict can be cached.'),
  })
  .meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof verdictSchema>;
