import type { Scanner } from '../ports/scanner.ts';

/** The scan families are the families that an expert chooses options of. */
export const scanFamilies = ['dns', 'security', 'email', 'intel'] as const;
export type ScanFamily = (typeof scanFamilies)[number];

/** A check is a scanner's place in scans. */
export interface Check {
  readonly scanner: Scanner<unknown>;
  /** `basic` is part of every scan, `certificate` of those that look at TLS, `advanced` of those that ask for more. */
  readonly level: 'basic' | 'certificate' | 'advanced';
  readonly family: ScanFamily;
  /** The expert's words for it, its id aside. */
  readonly aliases?: readonly string[];
}
