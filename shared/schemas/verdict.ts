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
      .describe('Block from the severity medium on; monitor what is listed with less.'),
    threat: z
      .object({
        threat_type: z.string(),
        severity: severitySchema,
        indicator: z.string().describe('What is listed: the name or one that it lies beneath.'),
        source: z.string(),
      })
      .nullable(),
    reason: z.string(),
    ttl: z.int().min(1).describe('Seconds that the verdict may be kept.'),
  })
  .meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof verdictSchema>;
