import { createHash, verify } from 'node:crypto';
import { DerError } from '../der/der-error.ts';
import { readDer } from '../der/der-node.ts';
import { bitStringBytes, sequenceItems } from '../der/der-values.ts';
import type { StapleStatus } from '../staple-status.ts';
import { isSignedBy } from '../verify/path-search.ts';
import type { Certificate } from '../x509/certificate.ts';
import { parseCertificate } from '../x509/parse-certificate.ts';
import { type BasicResponse, readOcspResponse, type SingleResponse } from './read-response.ts';

const ocspSigning = '1.3.6.1.5.5.7.3.9';
const hashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
};
/** Digests of signature algorithms; null if the algorithm has its own. */
const digests: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': null,
};
/** Responders' clocks may be ahead by this many milliseconds. */
const skew = 5 * 60_000;
const maxBytes = 64 * 1024;

const nothing = {
  producedAt: null,
  thisUpdate: null,
  nextUpdate: null,
  revokedAt: null,
  fresh: false,
  signatureValid: null,
} as const;

/**
 * Judges a stapled response about a certificate (RFC 6960 section 3.2). Without the issuer's certificate its signature
 * can't be checked. `at`: milliseconds since 1970.
 */
export function judgeStaple(
  bytes: Uint8Array,
  certificate: Certificate,
  issuer: Certificate | undefined,
  at: number,
): StapleStatus {
  if (bytes.length > maxBytes)
    return { ...nothing, status: 'malformed', problem: 'The response is too large.' };
  try {
    const { status, basic } = readOcspResponse(bytes);
    if (basic === undefined) return { ...nothing, status: 'error', problem: `The responder says ${status}.` };
    const single = basic.responses.find((one) => isAbout(one, certificate, issuer));
    if (single === undefined) {
      return { ...nothing, status: 'malformed', problem: 'The response is about another certificate.' };
    }
    return judgeSingle(basic, single, issuer, at);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { ...nothing, status: 'malformed', problem: error.message };
  }
}

function judgeSingle(
  basic: BasicResponse,
  single: SingleResponse,
  issuer: Certificate | undefined,
  at: number,
): StapleStatus {
  const { thisUpdate, nextUpdate, revokedAt } = single;
  const fresh = thisUpdate <= at + skew && (nextUpdate === undefined || at <= nextUpdate);
  const signatureValid = issuer === undefined ? null : isSigned(basic, issuer, at);
  const problem = !fresh
    ? 'The response is out of its time.'
    : signatureValid === false
      ? 'The response is not signed by whom it must be.'
      : null;
  const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return {
    status: single.status,
    producedAt: iso(basic.producedAt),
    thisUpdate: iso(thisUpdate),
    nextUpdate: iso(nextUpdate),
    revokedAt: iso(revokedAt),
    fresh,
    signatureValid,
    problem,
  };
}

function isAbout(single: SingleResponse, certificate: Certificate, issuer: Certificate | undefined): boolean {
  if (!Buffer.from(single.serialNumber).equals(certificate.serialNumber)) return false;
  const hash = hashes[single.hash];
  if (issuer === undefined || hash === undefined) return true;
  const digest = (bytes: Uint8Array) => createHash(hash).update(bytes).digest();
  return (
    digest(issuer.subjectBytes).equals(single.issuerNameHash) &&
    digest(keyBits(issuer)).equals(single.issuerKeyHash)
  );
}

function keyBits({ publicKeyInfo }: Certificate): Uint8Array {
  const [, key] = sequenceItems(readDer(publicKeyInfo));
  return bitStringBytes(key?.content ?? new Uint8Array()).bytes;
}

/** By the issuer itself, or by a certificate that the issuer made for that (RFC 6960 section 4.2.2.2). */
function isSigned(basic: BasicResponse, issuer: Certificate, at: number): boolean | null {
  const digest = digests[basic.algorithm.oid];
  if (digest === undefined) return null;
  const delegates = basic.certificates.slice(0, 4).flatMap((der) => delegate(der, issuer, at));
  return [issuer, ...delegates].some(
    ({ publicKey }) => publicKey !== undefined && hasSigned(basic, digest, publicKey),
  );
}

function hasSigned(
  basic: BasicResponse,
  digest: string | null,
  key: NonNullable<Certificate['publicKey']>,
): boolean {
  try {
    return verify(digest, basic.signed, key, basic.signature);
  } catch {
    return false;
  }
}

function delegate(der: Uint8Array, issuer: Certificate, at: number): Certificate[] {
  try {
    const certificate = parseCertificate(der);
    const authorised = certificate.extensions.extendedKeyUsage?.value?.includes(ocspSigning) ?? false;
    const current = at >= certificate.notBefore.at && at <= certificate.notAfter.at;
    return authorised && current && isSignedBy(certificate, issuer) ? [certificate] : [];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}
