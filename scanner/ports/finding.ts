/** `pass` tells of something done well; `unknown` of a question that could not be answered, which is no failure. */
export type FindingStatus = 'pass' | 'info' | 'warning' | 'fail' | 'unknown';

/** A finding is one thing that a scan found, with the rule that it stands on. */
export interface Finding {
  /** Stable, snake_case, unique within its scanner: `too_many_lookups`. */
  readonly code: string;
  readonly status: FindingStatus;
  /** The severity; only for warnings and failures. */
  readonly severity?: 'low' | 'medium' | 'high' | 'critical';
  /** One sentence for a person, about this domain. */
  readonly message: string;
  /** RFC and section, or the registry: `RFC 7208 section 4.6.4`. */
  readonly rule: string;
  /** The next step, one sentence; only if there is something to do. */
  readonly advice?: string;
  /** The place of the fault: a record, a server, a certificate. */
  readonly evidence?: string;
}

/** A scan error states a part of the network that could not be asked; the scan goes on without it. */
export interface ScanError {
  /** The scanner or source: `spf`, `smtp`. */
  readonly source: string;
  /** `timeout`, `refused`, `unreachable`, `malformed`, `too_large`, `budget`, ... */
  readonly code: string;
  readonly message: string;
}
