import { z } from 'zod';
import { controlStates } from './assessment.ts';

const stateSchema = z.enum(controlStates);
const assessmentSchema = z.object({
  domain: z.string().nullable().describe('Null if the check is about the account.'),
  state: stateSchema,
  reasons: z.array(z.string()),
  assessed_at: z.string().nullable().describe('Time of the assessment.'),
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
    statement: z.string().describe('What the report states, and what it does not.'),
    share_seen: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Share of all requirements of the framework that were assessed, by weight.'),
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
          .describe("Whether this id is confirmed to be the framework's own; null if Sonde assigned the id."),
        of: z.enum(['domain', 'account', 'outside']),
        state: stateSchema,
        counts: z.record(z.string(), z.int()).describe('Number of domains in each state.'),
        reason: z.string().nullable().describe('Why a scan cannot assess the control.'),
        assessments: z.array(assessmentSchema),
      }),
    ),
    compared_with: z.uuid().nullable().describe('The previous report of the same framework.'),
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
