import { createHash, type KeyObject, sign } from 'node:crypto';
import {
  bitString,
  context,
  implicit,
  integer,
  octets,
  oid,
  pemOf,
  sequence,
  set,
  time,
  tlv,
  utf8,
} from './der-writer.ts';
import { extension } from './extensions.ts';

/** ECDSA with SHA-256 (RFC 5758 section 3.2): the keys made here are all of the curve P-256. */
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
const commonName = '2.5.4.3';
const requestedExtensions = '1.2.840.113549.1.9.14';

/** A name with a common name alone; without any if it is empty (RFC 5280 section 4.1.2.6). */
export function distinguishedName(name: string): Buffer {
  return name === '' ? sequence() : sequence(set(sequence(oid(commonName), utf8(name))));
}

/** The identifier of a key in certificates: SHA-1 of it, no matter of secrecy (RFC 5280 section 4.2.1.2). */
export function keyIdentifier(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = [x, y].map((part) => Buffer.from(part as string, 'base64url'));
  return createHash('sha1')
    .update(Buffer.concat([Buffer.from([4]), ...point]))
    .digest();
}

export interface NewCertificate {
  /** Of the curve P-256, as the issuer's. */
  readonly publicKey: KeyObject;
  /** The common name; may be empty if there are other names among the extensions. */
  readonly subject: string;
  readonly issuer: {
    readonly subject: string;
    readonly publicKey: KeyObject;
    readonly privateKey: KeyObject;
  };
  /** 16 random bytes: nobody can know them before (CA/Browser Forum, section 7.1). */
  readonly serial: Uint8Array;
  readonly from: Date;
  readonly until: Date;
  /** Beside the identifiers of the keys. */
  readonly extensions: readonly Buffer[];
}

/** Issues a certificate (RFC 5280), in PEM. */
export function issueCertificate(given: NewCertificate): string {
  const { issuer } = given;
  const signed = sequence(
    context(0, integer(2)),
    serialNumber(given.serial),
    ecdsaWithSha256,
    distinguishedName(issuer.subject),
    sequence(time(given.from), time(given.until)),
    distinguishedName(given.subject),
    given.publicKey.export({ type: 'spki', format: 'der' }),
    context(
      3,
      sequence(
        extension('2.5.29.14', octets(keyIdentifier(given.publicKey))),
        extension('2.5.29.35', sequence(implicit(0, keyIdentifier(issuer.publicKey)))),
        ...given.extensions,
      ),
    ),
  );
  const signature = sign('sha256', signed, issuer.privateKey);
  return pemOf('CERTIFICATE', sequence(signed, ecdsaWithSha256, bitString(signature)));
}

/** Positive, and without a first octet of zeros that would not be DER. */
function serialNumber(bytes: Uint8Array): Buffer {
  const positive = Buffer.from(bytes);
  positive[0] = (positive[0]! & 0x7f) | 0x40;
  return tlv(2, positive);
}

/** Asks for a certificate (PKCS #10, RFC 2986) for a key of the curve P-256, in DER. */
export function certificationRequest({
  privateKey,
  publicKey,
  subject,
  extensions,
}: {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly subject: string;
  readonly extensions: readonly Buffer[];
}): Buffer {
  const attribute = sequence(oid(requestedExtensions), set(sequence(...extensions)));
  const signed = sequence(
    integer(0),
    distinguishedName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    context(0, ...(extensions.length === 0 ? [] : [attribute])),
  );
  return sequence(signed, ecdsaWithSha256, bitString(sign('sha256', signed, privateKey)));
}
