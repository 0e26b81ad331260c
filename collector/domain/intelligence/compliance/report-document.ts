import { z } from 'zod';
import { controlStates } from './assessment.ts';

const stateSchema = z.enum(controlStates);
const assessmentSchema = z.object({
  domain: z.string().nullable().describe('Null for what is asked of the account.'),
  state: stateSchema,
  reasons: z.array(z.string()),
  assessed_at: z.string().nullable().describe('When it was looked at.'),
});

/** A report document is the signed part of a report. */
export const reportDocumentSchema = z
  .object({
    report_id: z.uuid(),
    title: z.string(),
    framework: z.object({
      id: z.string(),
      title: z.string(),
      version: z.string(),
      source: z.string(),
      confirmed: z.string(),
    }),
    issuer: z.string(),
    generated_at: z.string(),
    domains: z.int(),
    statement: z.string().describe('What the report is, and what it is not.'),
    share_seen: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Of all that the framework asks for, by weight, how much was assessed.'),
    counts: z.object({
      met: z.int(),
      partly_met: z.int(),
      not_met: z.int(),
      not_assessed: z.int(),
      outside: z.int(),
    }),
    controls: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        id_confirmed: z
          .boolean()
          .nullable()
          .optional()
          .describe('Whether the framework is known to call it so; null where the id is ours.'),
        of: z.enum(['domain', 'account', 'outside']),
        state: stateSchema,
        counts: z.record(z.string(), z.int()).describe('Domains by state.'),
        reason: z.string().nullable().describe('Why no scan can tell.'),
        assessments: z.array(assessmentSchema),
      }),
    ),
    compared_with: z.uuid().nullable().describe('The report before, of the same framework.'),
    changes: z.array(
      z.object({
        control: z.string(),
        domain: z.string().nullable(),
        before: stateSchema,
        after: stateSchema,
      }),
    ),
  })
  .meta({ id: 'ComplianceReportDocument' });
export type ReportDocument = z.output<typeof reportDocumentSchema>;
