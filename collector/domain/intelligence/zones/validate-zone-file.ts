import { validateSignedZoneText, validateZoneText } from '@sonde/scanner/checks/zonemd/validate-zone-text.ts';
import { readTrustAnchors, type TrustAnchor } from '@sonde/scanner/protocols/dnssec/chain/trust-anchor.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ZoneFile, ZoneFileVerdict } from './zone-files.ts';

/**
 * Validates the digest of a zone file (RFC 8976) and, with trust anchors, the signatures over it. It takes processor
 * time with the length of the text and nothing else.
 */
export async function validateZoneFile(
  { text, zone, anchors }: ZoneFile,
  clock: Clock,
): Promise<ZoneFileVerdict> {
  const { line, security, ...verdict } =
    anchors === undefined
      ? validateZoneText(text, zone)
      : await validateSignedZoneText(text, zone, { anchors: anchorsOf(anchors), clock });
  return {
    ...verdict,
    line: line ?? null,
    security: security === undefined ? null : { status: security.status, message: security.message },
  };
}

function anchorsOf(text: string): TrustAnchor[] {
  try {
    return readTrustAnchors(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidInput('trust_anchor', `It can't be read: ${why.replace(/\.$/, '')}.`);
  }
}
