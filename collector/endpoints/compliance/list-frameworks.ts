import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import type { Framework } from '../../domain/intelligence/compliance/framework.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { Content } from '../../ports/content/content.ts';
import { conditionalJson } from '../content/conditional-json.ts';

const answerSchema = z.object({
  count: countInAnswer,
  frameworks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      version: z.string(),
      source: z.string(),
      confirmed: z.string().describe('How the ids of the controls were confirmed.'),
      controls: z.array(
        z.object({
          id: z.string(),
          title: z.string().describe("Title in Sonde's own words."),
          confirmed: z
            .boolean()
            .nullable()
            .describe(
              "Whether `source` confirms this id as the framework's own; null if Sonde assigned the id.",
            ),
          source: z.string().nullable(),
          of: z.enum(['domain', 'account', 'outside']),
          weight: z.number(),
          checks: z.array(z.string()).describe('The checks behind the control.'),
          reason: z.string().nullable().describe('Why a scan cannot assess the control.'),
        }),
      ),
    }),
  ),
});

export const listFrameworks = defineEndpoint({
  method: 'GET',
  path: '/api/v2/compliance/frameworks',
  summary: 'List compliance frameworks',
  description:
    'Returns the frameworks with the checks behind each control. Operators add their own in ' +
    '`frameworks/` of the content directory.',
  family: 'Compliance',
  access: 'authenticated',
  conditional: true,
  response: answerSchema,
  run(_input, { frameworks }: { readonly frameworks: Content<Framework> }) {
    const { items } = frameworks.current;
    return conditionalJson(answerSchema, {
      count: items.length,
      frameworks: items.map((framework) => ({
        ...framework,
        controls: framework.controls.map((control) => ({
          id: control.id,
          title: control.title,
          confirmed: control.confirmed,
          source: control.source,
          of: control.of,
          weight: control.weight,
          checks: checksOfControl(control),
          reason: control.of === 'outside' ? control.reason : null,
        })),
      })),
    });
  },
});

function checksOfControl(control: Framework['controls'][number]): string[] {
  if (control.of === 'outside') return [];
  if (control.of === 'account') return [...control.tests];
  return [...new Set(control.tests.map((test) => ('check' in test ? test.check : 'records')))];
}
