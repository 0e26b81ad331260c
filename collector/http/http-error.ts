import type { ErrorDetail } from '@sonde/shared/errors.ts';
import type { ErrorCode } from './error-catalogue.ts';

/** An HTTP error is a refusal that HTTP itself has reason for: routing, credentials, bodies, limits. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: readonly ErrorDetail[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = 'HttpError';
    this.code = code;
    this.details = more.details;
    this.headers = more.headers ?? {};
  }
}

export function lateAnswer(): HttpError {
  return new HttpError('timeout', 'The answer was not ready within the time limit.');
}
