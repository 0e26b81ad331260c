export type ServiceBindingFault =
  | 'truncated'
  | 'bad_name'
  | 'bad_priority'
  | 'duplicate_key'
  | 'keys_out_of_order'
  | 'unknown_key_name'
  | 'missing_value'
  | 'unexpected_value'
  | 'bad_value'
  | 'bad_text'
  | 'mandatory_lists_itself'
  | 'mandatory_out_of_order'
  | 'mandatory_key_missing'
  | 'no_default_alpn_without_alpn';

/** The record can't be what RFC 9460 calls an SVCB record. */
export class ServiceBindingError extends Error {
  readonly fault: ServiceBindingFault;
  /** RFC and section. */
  readonly rule: string;

  constructor(fault: ServiceBindingFault, message: string, rule: string) {
    super(message);
    this.name = 'ServiceBindingError';
    this.fault = fault;
    this.rule = rule;
  }
}
