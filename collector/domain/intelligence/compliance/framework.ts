import { z } from 'zod';

const id = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9.-]{0,63}$/, 'An id has letters, digits, dots and hyphens, 64 at most.');
const line = z.string().trim().min(1).max(500);
const codes = z
  .array(z.string().regex(/^[a-z0-9_]+$/))
  .max(40)
  .default([]);

/**
 * A finding test states what one check of a scan says of a control, by the codes of its findings, weighed in this
 * order: `inapplicable`, `failed`, `unknown`, `partly`, `met`. If none of them is there, the control is not assessed.
 */
const findingTestSchema = z.strictObject({
  check: id,
  inapplicable: codes,
  failed: codes,
  unknown: codes,
  partly: codes,
  met: codes,
});
export type FindingTest = z.output<typeof findingTestSchema>;

/** Facts stand in the results of checks rather than in their findings. */
export const factNames = ['web_over_ipv6'] as const;
const factTestSchema = z.strictObject({ fact: z.enum(factNames) });
export type FactTest = z.output<typeof factTestSchema>;

export const accountTests = [
  'queries_logged',
  'policy_enforced',
  'alerts_delivered',
  'queries_encrypted',
] as const;
export type AccountTest = (typeof accountTests)[number];

/** Every control has these members. */
const common = {
  id,
  /** Whether the framework is known to call the control by this id, by `source`; null if the id is ours. */
  confirmed: z.boolean().nullable().default(null),
  /** The place at which the id was seen. */
  source: line.nullable().default(null),
};

const controlSchema = z.discriminatedUnion('of', [
  /** Asked of each domain. */
  z.strictObject({
    of: z.literal('domain'),
    ...common,
    title: line,
    weight: z.number().min(0.1).max(10).default(1),
    tests: z
      .array(z.union([findingTestSchema, factTestSchema]))
      .min(1)
      .max(10),
  }),
  /** Asked of the account: what its locations and resolvers do. */
  z.strictObject({
    of: z.literal('account'),
    ...common,
    title: line,
    weight: z.number().min(0.1).max(10).default(1),
    tests: z.array(z.enum(accountTests)).min(1).max(4),
  }),
  /** No scan and no traffic can tell of these controls. */
  z.strictObject({
    of: z.literal('outside'),
    ...common,
    title: line,
    weight: z.number().min(0.1).max(10).default(1),
    reason: line,
  }),
]);
export type Control = z.output<typeof controlSchema>;

/** A framework is a file in `frameworks/`. Titles are our words: the text of most standards is not free. */
export const frameworkSchema = z
  .strictObject({
    id,
    title: line,
    version: line,
    source: line,
    /** The way in which the ids of the controls are known. */
    confirmed: line,
    /** The licence of this file. */
    licence: line,
    controls: z.array(controlSchema).min(1).max(200),
  })
  .superRefine(({ controls }, context) => {
    const seen = new Set<string>();
    for (const [index, control] of controls.entries()) {
      if (seen.has(control.id)) {
        context.addIssue({
          code: 'custom',
          path: ['controls', index, 'id'],
          message: 'This id is there already.',
        });
      }
      seen.add(control.id);
      if (control.confirmed === true && control.source === null) {
        context.addIssue({
          code: 'custom',
          path: ['controls', index, 'source'],
          message: 'An id that is confirmed has a source.',
        });
      }
    }
  });
export type Framework = z.output<typeof frameworkSchema>;
