import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { ConditionalAnswer } from '../../http/conditional-answer.ts';

/** Makes an answer that is named by what it holds, for callers who may have it already. */
export function conditionalJson<Schema extends z.ZodType>(
  schema: Schema,
  value: z.input<Schema>,
): ConditionalAnswer {
  const bytes = Buffer.from(JSON.stringify(schema.parse(value)));
  const entityTag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return new ConditionalAnswer(entityTag, async () => ({ bytes, entityTag }));
}
