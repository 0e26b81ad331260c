import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { ZoneFileError } from '@sonde/shared/zone-file/zone-file-error.ts';
import type { Validation } from '../../ports/dns-validation.ts';
import type { TrustAnchor } from '../../protocols/dnssec/chain/trust-anchor.ts';
import { readZoneText } from '../zone-contents/read-zone-text.ts';
import { verifyZonemd, type ZonemdVerdict } from './verify-zonemd.ts';
import { securityOfZone } from './zone-security.ts';

const mostRecords = 200_000;

export interface ZoneTextVerdict extends ZonemdVerdict {
  readonly zone: string | null;
  /** The line at which the text is no zone file. */
  readonly line?: number;
  /** Present if trust anchors were given. */
  readonly security?: Validation;
}

/** The zone trust holds the trust anchors, and the time at which signatures have to be in force. */
export interface ZoneTrust {
  readonly anchors: readonly TrustAnchor[];
  readonly clock: Clock;
}

/**
 * Checks the digest of a zone that is given as a zone file. Its name is that of its SOA if it is not said. `line` if the
 * text is no zone file.
 */
export function validateZoneText(text: string, zone?: string): ZoneTextVerdict {
  const read = readNamed(text, zone);
  return 'status' in read ? read : { ...verifyZonemd(read.records, read.zone), zone: read.zone };
}

/**
 * Verifies the digest of a zone text as validateZoneText() does, and checks that the trust anchors vouch for it: if
 * they don't, it is invalid (RFC 8976 section 4).
 */
export async function validateSignedZoneText(
  text: string,
  zone: string | undefined,
  { anchors, clock }: ZoneTrust,
): Promise<ZoneTextVerdict> {
  const read = readNamed(text, zone);
  if ('status' in read) return read;
  const verdict = { ...verifyZonemd(read.records, read.zone), zone: read.zone };
  if (verdict.status === 'unsound') return verdict;
  const security = await securityOfZone(read.records, read.zone, anchors, clock);
  if (security.status !== 'bogus') return { ...verdict, security };
  const { message } = security;
  return { ...verdict, security, status: 'invalid', message, rule: 'RFC 8976 section 4' };
}

function readNamed(
  text: string,
  zone: string | undefined,
): { readonly records: ZoneRecord[]; readonly zone: string } | ZoneTextVerdict {
  try {
    const { records, apex = zone } = readZoneText(text, { zone, maxRecords: mostRecords });
    return apex === undefined
      ? { ...unsound('The zone has no SOA record.'), zone: null }
      : { records, zone: zone ?? apex };
  } catch (error) {
    if (!(error instanceof ZoneFileError)) throw error;
    const { message, line } = error;
    return { ...unsound(`The text is no zone file: ${message}.`), zone: zone ?? null, line };
  }
}

function unsound(message: string): ZonemdVerdict {
  return { status: 'unsound', serial: null, message, rule: 'RFC 1035 section 5', records: [], outOfZone: 0 };
}
