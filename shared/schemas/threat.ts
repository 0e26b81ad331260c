import { z } from 'zod';
import { idSchema } from './id.ts';
import { severitySchema } from './severity.ts';
import { timestampSchema } from './timestamp.ts';

export const threatStatusSchema = z.enum(['open', 'resolved']);

/** An owner is the person who takes care of a threat: a name or an address; null for nobody. */
export const ownerSchema = z
  .string()
  .trim()
  .min(1)
  .max(320)
  .nullable()
  .meta({ examples: ['someone@example.com'] });

/** A threat note is a person's remark on a threat, as the API shows it. */
export const threatNoteSchema = z
  .object({
    id: idSchema,
    author: z.string().describe('E-mail address of the author.'),
    text: z.string(),
    created_at: timestampSchema,
  })
  .meta({ id: 'ThreatNote' });

/** A threat is a bad event that was seen at a location, as the API shows it. */
export const threatSchema = z
  .object({
    id: idSchema,
    location_id: idSchema,
    threat_type: z.string(),
    severity: severitySchema,
    status: threatStatusSchema,
    subject: z.string().describe('What the threat is about: the listed name of an indicator, or a domain.'),
    client_ip: z.string().describe('The client that was seen last.'),
    clients: z
      .array(z.string())
      .describe('The different clients at which the threat was seen, sorted. At most about a hundred.'),
    query_name: z.string().describe('The name that was queried last.'),
    source: z.string().describe('The list or detector that found the threat.'),
    message: z.string(),
    count: z.int().min(0).describe('Number of queries in which the threat was seen.'),
    first_seen: timestampSchema,
    last_seen: timestampSchema,
    resolved_at: timestampSchema.nullable(),
    resolution_note: z.string().nullable().describe('Note of the last resolution.'),
    owner: z.string().nullable().describe('The person who takes care of the threat.'),
    reopened_at: timestampSchema.nullable(),
    reopening_note: z.string().nullable(),
    case_id: idSchema
      .nullable()
      .describe(
        'The case of the threat. Null for a moment after the threat is opened, and for remarks that ' +
          'belong to no case.',
      ),
    technique: z.string().nullable().describe('The MITRE ATT&CK technique for which the threat is evidence.'),
    evidence: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'Evidence of the last sighting: the method, counts, sample names, times and the thresholds in force.',
      ),
  })
  .meta({ id: 'Threat' });
