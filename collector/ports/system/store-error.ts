/**
 * `unavailable`: the store is away or overloaded, a retry may help. `refused`: the input is at fault, a retry won't.
 * `limit`: the question asked for more rows, time or memory than one question may take.
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
