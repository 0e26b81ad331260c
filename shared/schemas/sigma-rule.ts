import { z } from 'zod';
import { idSchema } from './id.ts';
import { severitySchema } from './severity.ts';
import { timestampSchema } from './timestamp.ts';

const exampleRule = `title: A name of a phishing site
logsource:
  category: dns
detection:
  selection:
    query: bad.example
  condition: selection
`;

/** The text of Sigma rules is YAML, as people write and share it. */
export const sigmaTextSchema = z
  .string()
  .min(1)
  .max(30_000)
  .meta({ examples: [exampleRule] });

/** A Sigma rule is a rule of detection that an account has written or taken from others, as the API shows it. */
export const sigmaRuleSchema = z
  .object({
    id: idSchema,
    rule_id: z.uuid().describe('The id of the rule. If the rule has no id, it is derived from the title.'),
    title: z.string(),
    severity: severitySchema.describe('The `level` of the rule; `medium` if the rule has none.'),
    techniques: z.array(z.string()).describe('Techniques from the tags of the rule, such as `T1071.004`.'),
    state: z.enum(['active', 'unsupported']),
    problem: z
      .object({
        message: z.string(),
        line: z.int().min(1),
        column: z.int().min(1),
        field: z.string().nullable().describe('The field of the rule that no stored query has.'),
      })
      .nullable()
      .describe('Why the rule is unsupported.'),
    matches: z.int().min(0).describe('Number of queries that the rule matched, without excluded queries.'),
    last_match: timestampSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'SigmaRule' });
