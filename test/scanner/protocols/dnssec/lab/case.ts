import type { LabZone } from '../../../../support/lab/zone.ts';

export type Verdict = 'secure' | 'insecure' | 'bogus' | 'indeterminate';

/** One question to a zone of the lab, and what a validator has to make of the answer. */
export interface DnssecCase {
  readonly title: string;
  readonly zones: readonly LabZone[];
  readonly name: string;
  readonly type: string;
  readonly verdict: Verdict;
  /** RFC 8914. */
  readonly code?: number;
  readonly rule: string;
  /** Where a tool of Debian 12 rightly or wrongly says otherwise: what, by its versions, and why. */
  readonly differs?: {
    readonly delv?: Verdict | readonly Verdict[];
    readonly unbound?: Verdict | readonly Verdict[];
    readonly why: string;
  };
}
