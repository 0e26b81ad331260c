import type { Answer } from '../answer/answer.ts';
import { HttpError } from '../http-error.ts';

/**
 * Answers a request if its path takes these methods and not the method of the request: it names them, with 405 unless
 * the request asks for them (OPTIONS).
 */
export function answerOtherMethod(method: string, methods: readonly string[]): Answer {
  const allow = [...methods, 'OPTIONS'].sort().join(', ');
  const headers = { Allow: allow };
  if (method === 'OPTIONS') return { status: 204, headers };
  throw new HttpError('method_not_allowed', `This path supports ${allow}.`, { headers });
}
