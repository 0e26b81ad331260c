import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import {
  DomainError,
  type ErrorDetail,
  InvalidCredential,
  Overloaded,
  QuotaExhausted,
  SecondFactorRequired,
  TooManyAttempts,
} from '@sonde/shared/errors.ts';
import { IngestBusyError } from '../ports/ingest/ingest.ts';
import { StoreError } from '../ports/system/store-error.ts';
import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';
import { HttpError } from './http-error.ts';

/** An error answer is an error as it is answered. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Leads to the next step of signing in, if there is one. */
  readonly ticket?: string;
}

/** Seconds after which a client may ask a store again that was away. */
const storeRetrySeconds = 5;
const noHeaders = {};

/**
 * Describes errors of all layers as answers; no other place does. An unknown error is a fault of ours, and says
 * nothing.
 */
export function describeError(error: unknown): ErrorAnswer {
  if (error instanceof HttpError) return answer(error.code, error.message, error.details, error.headers);
  if (error instanceof TooManyAttempts || error instanceof QuotaExhausted || error instanceof Overloaded) {
    return answer(error.code, error.message, undefined, retryAfter(error.retryAfterSeconds));
  }
  if (error instanceof InvalidCredential) {
    // How to authenticate, as RFC 9110 section 11.6.1 demands.
    const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
    return answer(error.code, error.message, undefined, headers);
  }
  if (error instanceof SecondFactorRequired) {
    return { ...answer(error.code, error.message), ticket: error.ticket };
  }
  if (error instanceof DomainError) return answer(error.code, error.message, error.details);
  if (error instanceof BatchError) return answer(error.code, error.message);
  if (error instanceof IngestBusyError) {
    const message = 'The collector cannot accept more uploads for now.';
    return answer('too_many_requests', message, undefined, retryAfter(error.retryAfterSeconds));
  }
  if (error instanceof StoreError) return describeStoreError(error);
  return answer('internal_error', 'The collector has a fault.');
}

/** Describes an error of a store: its own words are for the log, since they may name tables and hosts. */
function describeStoreError(error: StoreError): ErrorAnswer {
  switch (error.kind) {
    case 'unavailable':
      return answer(
        'store_unavailable',
        'The store is not available at the moment.',
        undefined,
        retryAfter(storeRetrySeconds),
      );
    case 'limit':
      return answer(
        'question_too_large',
        'The request needs more rows, time or memory than one request may use: narrow it.',
      );
    case 'refused':
      if (error.parameter !== undefined) {
        return answer('invalid_input', error.message, [{ path: error.parameter, message: error.message }]);
      }
      return answer('invalid_input', 'The store refused a value in this request.');
  }
}

function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) };
}

function answer(
  code: ErrorCode,
  message: string,
  details?: readonly ErrorDetail[],
  headers: Readonly<Record<string, string>> = noHeaders,
): ErrorAnswer {
  return { status: errorCatalogue[code].status, code, message, details, headers };
}
