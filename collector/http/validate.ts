import type { ErrorDetail } from '@sonde/shared/errors.ts';
import type { z } from 'zod';
import { HttpError } from './http-error.ts';

/** Faults told of one input, at most: enough to mend it by. */
const maxDetails = 20;

/** Validates the input and gives it as the schema reads it. Throws an answer of 400 that names each fault. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  where: string,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const details = result.error.issues.slice(0, maxDetails).map(describeIssue);
  const first = details[0];
  const place = first === undefined || first.path === '' ? `The ${where}` : `"${first.path}" in the ${where}`;
  throw new HttpError('invalid_input', `${place} is not valid: ${first?.message ?? 'it does not fit'}.`, {
    details,
  });
}

function describeIssue(issue: z.core.$ZodIssue): ErrorDetail {
  return { path: issue.path.map(String).join('.').slice(0, 256), message: issue.message.slice(0, 256) };
}
