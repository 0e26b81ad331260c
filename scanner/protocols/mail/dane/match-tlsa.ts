import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { describesCertificate } from './describes-certificate.ts';
import { isUsable, type Tlsa } from './tlsa-record.ts';

/** A shown chain holds the certificates that a server showed, and the names that they may be for. */
export interface ShownChain {
  /** DER, the server's own first. */
  readonly chain: readonly Uint8Array[];
  /** Names that a certificate issued by a trust anchor may be for (RFC 7672 section 3.2.3). */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

const mostCertificates = 20;

/**
 * Tells whether a chain meets one of the usable records (RFC 6698 section 2.1, RFC 7672 section 3). False if none is
 * usable, and if the server's own certificate can't be read. Of digests of the same thing only the strongest counts.
 */
export function meetsTlsa(records: readonly Tlsa[], shown: ShownChain): boolean {
  const leaf = shown.chain[0] === undefined ? undefined : readCertificate(shown.chain[0]);
  if (leaf === undefined) return false;
  const others = shown.chain.slice(1, mostCertificates).flatMap((der) => readCertificate(der) ?? []);
  const chain = [leaf, ...others];
  return strongest(records.filter(isUsable)).some((record) =>
    // Of the server's own certificate nothing but the match counts: no name, no dates (RFC 7672 section 3.1.1).
    record.usage === 3 ? describesCertificate(record, leaf) : leadsToAnchor(record, chain, shown),
  );
}

/** Leaves out digests if there is a stronger one of the same usage and selector (RFC 7671 section 9). */
function strongest(records: readonly Tlsa[]): Tlsa[] {
  return records.filter(
    (one) =>
      one.matching === 0 ||
      !records.some(
        ({ usage, selector, matching }) =>
          usage === one.usage && selector === one.selector && matching > one.matching,
      ),
  );
}

/** DANE-TA(2): the chain leads to the certificate or key named, is in date, and is for one of the names. */
function leadsToAnchor(record: Tlsa, chain: readonly X509Certificate[], { names, now }: ShownChain): boolean {
  const leaf = chain[0]!;
  if (
    !names.some((name) => leaf.checkHost(name, { subject: 'never', partialWildcards: false }) !== undefined)
  )
    return false;
  // A whole certificate may be given by the record instead of the server.
  const given = record.matching === 0 && record.selector === 0 ? readCertificate(record.data) : undefined;
  const all = given === undefined ? chain : [...chain, given];
  // So may a whole key, of which there is no certificate then (RFC 7671 section 5.2.2).
  const key = record.matching === 0 && record.selector === 1 ? readKey(record.data) : undefined;
  let current = leaf;
  for (let depth = 0; depth <= all.length; depth++) {
    if (!isInDate(current, now)) return false;
    if (current !== leaf && describesCertificate(record, current)) return true;
    if (key !== undefined && isSignedBy(current, key)) return true;
    const issuer = all.find((one) => one !== current && isIssuer(one, current));
    if (issuer === undefined) return false;
    current = issuer;
  }
  return false;
}

function isIssuer(issuer: X509Certificate, of: X509Certificate): boolean {
  try {
    return issuer.ca && of.checkIssued(issuer) && of.verify(issuer.publicKey);
  } catch {
    // A key that can't be used for it.
    return false;
  }
}

function isSignedBy(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.verify(key);
  } catch {
    // A key of another algorithm.
    return false;
  }
}

function isInDate(certificate: X509Certificate, now: number): boolean {
  return certificate.validFromDate.getTime() <= now && now <= certificate.validToDate.getTime();
}

function readCertificate(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function readKey(spki: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}
