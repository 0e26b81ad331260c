import { z } from 'zod';

/** An exercise may ask these questions about the account's own state. */
export const stateQuestions = [
  'location_exists',
  'queries_stored',
  'threat_found',
  'threat_resolved',
  'policy_rule_exists',
  'channel_exists',
  'exclusion_exists',
] as const;
export type StateQuestion = (typeof stateQuestions)[number];

export const levels = ['beginner', 'intermediate', 'advanced'] as const;

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'An id has lower-case letters, digits and hyphens, 64 at most.');
const line = z.string().trim().min(1).max(300);
const text = z.string().trim().min(1).max(8_000);

const common = { id, question: text, hint: text.nullable().default(null), explanation: text };

const exerciseSchema = z.discriminatedUnion('kind', [
  /** Any of the answers, letter case, spaces around and a trailing dot aside. */
  z.strictObject({ ...common, kind: z.literal('text'), answers: z.array(line).min(1).max(20) }),
  z
    .strictObject({
      ...common,
      kind: z.literal('choice'),
      options: z.array(line).min(2).max(10),
      right: z.int().min(1).max(10).describe('The place of the right option, from 1.'),
    })
    .refine(({ options, right }) => right <= options.length, {
      path: ['right'],
      message: 'There is no such option.',
    }),
  /** The answer is a domain that was scanned here, with a part of that check. */
  z.strictObject({ ...common, kind: z.literal('scanned'), check: id }),
  /** There is no answer to give: the account's own state is looked at. */
  z.strictObject({
    ...common,
    kind: z.literal('state'),
    state: z.enum(stateQuestions),
    threat_types: z.array(line).max(20).default([]),
  }),
]);
export type Exercise = z.output<typeof exerciseSchema>;

const lessonSchema = z
  .strictObject({
    id,
    title: line,
    summary: text,
    minutes: z.int().min(1).max(600),
    /** Steps to do, in order. */
    steps: z
      .array(z.strictObject({ title: line, text, request: line.nullable().default(null) }))
      .min(1)
      .max(30),
    capture: id.nullable().default(null),
    exercises: z.array(exerciseSchema).min(1).max(20),
    further: z
      .array(z.strictObject({ title: line, source: line }))
      .max(20)
      .default([]),
  })
  .superRefine(({ exercises }, context) => uniqueIds(exercises, 'exercises', context));
export type Lesson = z.output<typeof lessonSchema>;

/** A course is a file in `courses/`. */
export const courseSchema = z
  .strictObject({
    id,
    title: line,
    summary: text,
    level: z.enum(levels),
    topics: z.array(line).max(20),
    licence: line,
    lessons: z.array(lessonSchema).min(1).max(50),
  })
  .superRefine(({ lessons }, context) => uniqueIds(lessons, 'lessons', context));
export type Course = z.output<typeof courseSchema>;

/** A capture is a file in `captures/`: queries as a location could have seen them. */
export const captureSchema = z.strictObject({
  id,
  title: line,
  licence: line,
  rows: z
    .array(
      z.strictObject({
        at: z.number().min(0).max(86_400).describe('Seconds from the first.'),
        client_ip: z.union([z.ipv4(), z.ipv6()]),
        query_name: z.string().min(1).max(255),
        query_type: z.string().min(1).max(16),
        response_code: z.string().min(1).max(16).optional(),
        answers: z.array(z.string().min(1).max(4_096)).max(20).optional(),
      }),
    )
    .min(1)
    .max(10_000),
});
export type Capture = z.output<typeof captureSchema>;

function uniqueIds(
  items: readonly { readonly id: string }[],
  name: string,
  context: z.core.$RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (seen.has(item.id)) {
      context.addIssue({ code: 'custom', path: [name, index, 'id'], message: 'This id is there already.' });
    }
    seen.add(item.id);
  }
}
