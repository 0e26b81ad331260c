import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { DomainError } from '@sonde/shared/errors.ts';
import type { Failure } from './messages.ts';

/** Writes an error as it goes to another thread. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) {
    const { code, message, details } = error;
    return { kind: 'domain', code, message, details };
  }
  if (error instanceof BatchError) return { kind: 'batch', code: error.code, message: error.message };
  return { kind: 'fault', error };
}

/** Makes the error anew from its form between threads. */
export function errorOf(failure: Failure): unknown {
  switch (failure.kind) {
    case 'domain':
      return new DomainError(failure.code, failure.message, failure.details);
    case 'batch':
      return new BatchError(failure.code, failure.message);
    case 'fault':
      return failure.error;
  }
}
