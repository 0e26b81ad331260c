import type { BatchErrorCode } from '@sonde/shared/batch/batch-error.ts';
import type { DomainErrorCode, ErrorDetail } from '@sonde/shared/errors.ts';

/** These messages go to a thread. */
export type ToThread<Task> =
  | { readonly kind: 'task'; readonly number: number; readonly task: Task }
  | { readonly kind: 'give up'; readonly number: number };

/** These messages come from a thread. */
export type FromThread<Result, Note = never> =
  | { readonly kind: 'done'; readonly number: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly number: number; readonly failure: Failure }
  | { readonly kind: 'note'; readonly note: Note };

/** A failure is an error between threads, which keep no classes of ours. */
export type Failure =
  | {
      readonly kind: 'domain';
      readonly code: DomainErrorCode;
      readonly message: string;
      readonly details: readonly ErrorDetail[] | undefined;
    }
  | { readonly kind: 'batch'; readonly code: BatchErrorCode; readonly message: string }
  | { readonly kind: 'fault'; readonly error: unknown };
