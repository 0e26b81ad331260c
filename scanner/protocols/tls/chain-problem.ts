/** A chain problem code names a fault of a certificate, a chain, or a name; it is stable, for programs. */
export type ChainProblemCode =
  | 'malformed'
  | 'empty_chain'
  | 'bad_version'
  | 'bad_serial_number'
  | 'signature_algorithm_mismatch'
  | 'bad_validity'
  | 'duplicate_extension'
  | 'unknown_critical_extension'
  | 'bad_extension'
  | 'missing_extension'
  | 'expired'
  | 'not_yet_valid'
  | 'bad_signature'
  | 'weak_signature'
  | 'weak_key'
  | 'not_an_authority'
  | 'path_length_exceeded'
  | 'wrong_key_usage'
  | 'wrong_extended_key_usage'
  | 'name_constraint_violated'
  | 'too_many_names'
  | 'policy_violated'
  | 'no_names'
  | 'name_mismatch'
  | 'authority_as_server'
  | 'self_signed'
  | 'incomplete_chain'
  | 'untrusted_root'
  | 'chain_too_long'
  | 'budget';

/** A chain problem is one reason why a chain does not verify, with the rule that it breaks. */
export interface ChainProblem {
  readonly code: ChainProblemCode;
  /** One sentence. */
  readonly message: string;
  /** RFC and section, or the CA/Browser Forum's Baseline Requirements (CABF BR). */
  readonly rule: string;
  /** The subject of the certificate that it is about. */
  readonly certificate?: string;
}
