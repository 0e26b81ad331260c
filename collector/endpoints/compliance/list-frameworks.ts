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
      confirmed: z.string().describe('How the ids of its controls are known.'),
      controls: z.array(
        z.object({
          id: z.string(),
          title: z.string().describe('In our words.'),
          confirmed: z
            .boolean()
            .nullable()
            .describe(
              'Whether the framework is known to call it so, by `source`; null where the id is ours.',
            ),
          source: z.string().nullable(),
          of: z.enum(['domain', 'account', 'outside']),
          weight: z.number(),
          checks: z.array(z.string()).describe('What it rests on.'),
          reason: z.string().nullable().describe('Why no scan can tell.'),
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
    'With the checks that each control rests on. Operators add their own in `frameworks/` of the content directory.',
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
