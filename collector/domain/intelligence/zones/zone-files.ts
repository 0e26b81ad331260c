import type { ZoneTextVerdict } from '@sonde/scanner/checks/zone-contents/validate-zone.ts';
import type { ZonemdVerdict } from '@sonde/scanner/checks/zonemd/verify-zonemd.ts';
import type { Validation } from '@sonde/scanner/ports/dns-validation.ts';

/** A zone file is a zone in master file format, as a caller sent it. */
export interface ZoneFile {
  readonly text: string;
  /** In stored form; that of the SOA if absent. */
  readonly zone: string | undefined;
  /** DS or DNSKEY records that are trusted, in master file format. */
  readonly anchors: string | undefined;
}

export interface ZoneFileVerdict extends ZonemdVerdict {
  readonly zone: string | null;
  /** The line at which the text is no zone file. */
  readonly line: number | null;
  /** The verdict on the signatures; null without trust anchors. */
  readonly security: Pick<Validation, 'status' | 'message'> | null;
}

/** A judged file is a zone whose records are judged beside each other. */
export interface JudgedFile extends Pick<ZoneFile, 'text' | 'zone'> {
  /** Seconds since 1970, which signatures have to be in force at. */
  readonly now: number;
}

/**
 * This port validates zone files. Throws InvalidInput if the trust anchors are none, and Overloaded if too many are
 * asked for.
 */
export interface ZoneFiles {
  /** All that is wrong with the zone. */
  judge(file: JudgedFile, signal: AbortSignal): Promise<ZoneTextVerdict>;
  validate(file: ZoneFile, signal: AbortSignal): Promise<ZoneFileVerdict>;
}
