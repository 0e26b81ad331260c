import type { FindingStatus } from '../../ports/finding.ts';

/** A drift snapshot holds the facts of a scan whose changes matter; values in any order and of any TTL. */
export interface DriftSnapshot {
  readonly domain: string;
  /** ISO 8601. */
  readonly scannedAt: string;
  readonly recordSets: readonly DriftRecordSet[];
  /** Chains that were served, the servers' own certificates alone; null if it was not looked at. */
  readonly certificates: readonly DriftCertificate[] | null;
  /** Single facts under a name of their own: `dnssec.status`, `spf.valid`. Null values are unknown. */
  readonly facts: readonly { readonly name: string; readonly value: string | null }[];
  readonly findings: readonly {
    readonly scanner: string;
    readonly code: string;
    readonly status: FindingStatus;
  }[];
}

export interface DriftRecordSet {
  readonly name: string;
  /** Mnemonic. */
  readonly type: string;
  /** Presentation form; null if the question could not be answered. */
  readonly values: readonly string[] | null;
}

export interface DriftCertificate {
  readonly fingerprint: string;
  readonly issuer: string;
  readonly notAfter: string;
}

export interface DriftReport {
  readonly domain: string;
  readonly from: string;
  readonly to: string;
  readonly drifted: boolean;
  readonly changes: readonly DriftChange[];
}

export interface DriftChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** `record`, `certificate`, `fact`, `finding`. */
  readonly about: 'record' | 'certificate' | 'fact' | 'finding';
  /** The owner's name, the fact's name, or the scanner. */
  readonly subject: string;
  /** A mnemonic for records, else null. */
  readonly recordType: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical';
  readonly message: string;
}
