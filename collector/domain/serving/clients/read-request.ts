import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { DerError } from '@sonde/scanner/protocols/tls/der/der-error.ts';
import { type DerNode, readDer } from '@sonde/scanner/protocols/tls/der/der-node.ts';
import {
  bitStringBytes,
  expectTag,
  sequenceItems,
  tags,
} from '@sonde/scanner/protocols/tls/der/der-values.ts';
import { oid, sequence } from '@sonde/shared/x509/der-writer.ts';

/** A certification request error tells why a text is no request that can be granted. Its message is one sentence. */
export class CertificationRequestError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CertificationRequestError';
  }
}

const longestPem = 8_192;
const label = 'CERTIFICATE REQUEST';
const form = new RegExp(
  `^\\s*-----BEGIN ${label}-----[ \\t]*\\r?\\n([A-Za-z0-9+/=\\r\\n]+)-----END ${label}-----\\s*$`,
);
/** A key of the curve P-256, its point not compressed (RFC 5480 section 2): all that is taken has this form. */
const keyBeginning = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex');
const keyBytes = keyBeginning.length + 64;
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));

/**
 * Reads the key that a certificate is asked for (PKCS #10, RFC 2986), in PEM, and verifies that who asks has its private half.
 * Names and extensions are not looked at: who signs decides about them. Throws a CertificationRequestError.
 */
export function readCertificationRequest(pem: string): KeyObject {
  const base64 = pem.length > longestPem ? undefined : form.exec(pem)?.[1];
  if (base64 === undefined) throw new CertificationRequestError('It is no request for a certificate in PEM.');
  try {
    return readRequest(readDer(Buffer.from(base64, 'base64')));
  } catch (error) {
    if (error instanceof CertificationRequestError) throw error;
    if (error instanceof DerError) {
      throw new CertificationRequestError(`It is no request for a certificate: ${error.message}`);
    }
    // A point that is not on the curve, or a signature that is none.
    throw new CertificationRequestError('Its key or its signature is none.');
  }
}

function readRequest(node: DerNode): KeyObject {
  const [info, algorithm, signature, ...more] = sequenceItems(node);
  const [version, subject, spki, attributes, ...further] = sequenceItems(info);
  if (more.length > 0 || further.length > 0 || attributes === undefined)
    throw new CertificationRequestError('It has other parts than a request for a certificate.');
  const { content } = expectTag(version, tags.integer);
  if (content.length !== 1 || content[0] !== 0)
    throw new CertificationRequestError('It is of a version that is not known.');
  sequenceItems(subject);
  const key = Buffer.from(expectTag(spki, tags.sequence).bytes);
  if (key.length !== keyBytes || !key.subarray(0, keyBeginning.length).equals(keyBeginning))
    throw new CertificationRequestError('Its key is not of the curve P-256.');
  if (!ecdsaWithSha256.equals(expectTag(algorithm, tags.sequence).bytes))
    throw new CertificationRequestError('It is not signed by ECDSA with SHA-256.');
  const { bytes, unused } = bitStringBytes(expectTag(signature, tags.bitString).content);
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
  if (unused !== 0 || !verify('sha256', info!.bytes, publicKey, bytes))
    throw new CertificationRequestError('Its signature is not of its key.');
  return publicKey;
}
