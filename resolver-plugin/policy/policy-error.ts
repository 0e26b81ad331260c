/** A policy fault states why a policy is not taken; the one held goes on. */
export type PolicyFault =
  | 'bad_signature'
  | 'malformed'
  | 'other_resolver'
  | 'older_version'
  | 'rolled_back'
  | 'does_not_follow'
  | 'too_large'
  | 'unavailable';

export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  readonly fault: PolicyFault;

  constructor(fault: PolicyFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
