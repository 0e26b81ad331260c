import type { Answer } from '../answer/answer.ts';
import { HttpError } from '../http-error.ts';

/** The answer where a path takes these methods and not that of the request: which they are, and 405 unless that was asked. */
export function answerOtherMethod(method: string, methods: readonly string[]): Answer {
  const allow = [...methods, 'OPTIONS'].sort().join(', ');
  const headers = { Allow: allow };
  if (method === 'OPTIONS') return { status: 204, headers };
  throw new HttpError('method_not_allowed', `This path takes ${allow}.`, { headers });
}
