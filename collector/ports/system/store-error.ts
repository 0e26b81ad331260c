/**
 * A store error is `unavailable` if the store is away or overloaded and a retry may help, `refused` if the input is at
 * fault and a retry won't help, `limit` if the question asked for more rows, time or memory than one question may take.
 */
export type StoreErrorKind = 'unavailable' | 'refused' | 'limit';

export class StoreError extends Error {
  readonly kind: StoreErrorKind;
  /** The caller's parameter that was refused; the message is then meant for the caller. */
  readonly parameter: string | undefined;

  constructor(kind: StoreErrorKind, message: string, options?: { cause?: unknown; parameter?: string }) {
    super(message, options);
    this.name = 'StoreError';
    this.kind = kind;
    this.parameter = options?.parameter;
  }
}
