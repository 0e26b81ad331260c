import { z } from 'zod';
import { simplePattern } from './simple-pattern.ts';

const patternText = z.string().min(1).max(200).refine(isPattern, 'is no pattern');
const pattern = z.union([
  patternText,
  z.strictObject({ pattern: patternText, confidence: z.int().min(1).max(100) }),
]);
const patterns = z.union([pattern, z.array(pattern).min(1)]);
/** By the name of a header, cookie, meta or type of records; an empty text for any value. */
const keyed = z.record(z.string().min(1).max(100), z.union([z.literal(''), patterns]));

/** What a site that has the technology shows, as its vendor documents it. */
const example = z.strictObject({
  url: z.url().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  cookies: z.array(z.string()).optional(),
  page: z.string().optional(),
  dns: z.record(z.string(), z.array(z.string())).optional(),
  icon: z.int().optional(),
  version: z.string().optional(),
});

const technology = z.strictObject({
  name: z.string().min(1).max(80),
  website: z.url({ protocol: /^https?$/ }),
  subcategory: z.string().optional(),
  implies: z.array(z.string()).optional(),
  excludes: z.array(z.string()).optional(),
  requires: z.array(z.string()).optional(),
  header: keyed.optional(),
  cookie: keyed.optional(),
  meta: keyed.optional(),
  dns: keyed.optional(),
  /** Names of a library in registries and folders: `/name@1.2.3/`, `/name/1.2.3/`. */
  library: z
    .array(z.string().regex(/^[\w@./-]+$/))
    .min(1)
    .optional(),
  /** Names of its files, without what follows a version: `/name-1.2.3.min.js`. */
  file: z
    .array(z.string().regex(/^[\w.-]+$/))
    .min(1)
    .optional(),
  url: patterns.optional(),
  script: patterns.optional(),
  asset: patterns.optional(),
  inline: patterns.optional(),
  tag: patterns.optional(),
  comment: patterns.optional(),
  /** MurmurHash3 of an icon. */
  icon: z.array(z.int()).optional(),
  examples: z.array(example).min(1),
});

/** A rule file holds the technologies of one category. */
export const ruleFileSchema = z.strictObject({
  category: z.string().min(1),
  technologies: z.array(technology).min(1),
});

export type RuleFile = z.infer<typeof ruleFileSchema>;
export type RuledTechnology = RuleFile['technologies'][number];
export type RulePatterns = z.infer<typeof patterns> | '';

function isPattern(text: string): boolean {
  try {
    simplePattern(text);
    return true;
  } catch {
    return false;
  }
}
