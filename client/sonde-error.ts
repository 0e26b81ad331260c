import type { Error as ErrorAnswer } from './api-types.generated.ts';
import { readRetryAfter } from './retry.ts';

/** An error code is one of the codes that this version of the client knows; a newer server may have more. */
export type ErrorCode = ErrorAnswer['code'];

/**
 * A Sonde error reports that the API refused a call. Programs decide by `code`, which is stable; docs/errors.md lists
 * them.
 */
export class SondeError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** `unknown` if the answer was not the API's own, as from a proxy in between. */
  readonly code: ErrorCode | 'unknown' | (string & Record<never, never>);
  /** The id by which the server's log knows the request. */
  readonly requestId: string | undefined;
  /** The parts of the input that are at fault. */
  readonly details: readonly { readonly path: string; readonly message: string }[];
  /** With `second_factor_required`: what leads to the second step of signing in. */
  readonly ticket: string | undefined;
  /** Seconds after which it is worth asking again, if the server said. */
  readonly retryAfter: number | undefined;

  constructor(status: number, answer: Partial<ErrorAnswer>, headers: Headers) {
    super(answer.error ?? `The server answered with status ${status}.`);
    this.name = 'SondeError';
    this.status = status;
    this.code = answer.code ?? 'unknown';
    this.requestId = answer.request_id ?? headers.get('x-request-id') ?? undefined;
    this.details = answer.details ?? [];
    this.ticket = answer.ticket;
    this.retryAfter = readRetryAfter(headers.get('retry-after'), Date.now());
  }
}

/** Makes the error that a response stands for. Reads its body. */
export async function errorOf(response: Response): Promise<SondeError> {
  const text = await response.text().catch(() => '');
  return new SondeError(response.status, readAnswer(text), response.headers);
}

function readAnswer(text: string): Partial<ErrorAnswer> {
  try {
    const answer = JSON.parse(text) as Partial<ErrorAnswer> | null;
    return typeof answer?.code === 'string' ? answer : {};
  } catch {
    // A page of a proxy, or nothing.
    return {};
  }
}
