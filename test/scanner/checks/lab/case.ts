import type { FindingStatus } from '../../../../scanner/ports/finding.ts';
import type { LabZone } from '../../../support/lab/zone.ts';

export type ScannerId = 'delegation' | 'name-servers' | 'dnssec' | 'propagation' | 'multi-signer' | 'zonemd';

/** A domain of the lab, and what a scanner has to find of it. */
export interface ScannerCase {
  readonly title: string;
  readonly scanner: ScannerId;
  readonly zones: readonly LabZone[];
  readonly domain: string;
  /** Findings that have to be there: code, status and rule. */
  readonly finds: readonly (readonly [string, FindingStatus, string])[];
  /** Codes that must not be there. */
  readonly spares?: readonly string[];
  /** What the result has to hold. */
  readonly result?: Readonly<Record<string, unknown>>;
}

/** A case of one zone below `example`. */
export function one(
  scanner: ScannerCase['scanner'],
  title: string,
  label: string,
  zone: Partial<LabZone>,
  finds: ScannerCase['finds'],
  more: Partial<ScannerCase> = {},
): ScannerCase {
  const name = `${label}.example`;
  return {
    title,
    scanner,
    zones: [{ name, records: 'www A 198.18.10.1', ...zone }],
    domain: name,
    finds,
    ...more,
  };
}

export const isKeySet = (_: string, type: number) => type === 48;
