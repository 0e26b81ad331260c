import { DerError } from '../der/der-error.ts';
import { readDer } from '../der/der-node.ts';
import { expectTag, tags } from '../der/der-values.ts';

/** A log's promise to take a certificate in (RFC 6962 section 3.2). */
export interface SignedTimestamp {
  readonly version: number;
  /** Hexadecimal. */
  readonly logId: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly extensions: Uint8Array;
  /** Undefined if it is broken. */
  readonly signature: TimestampSignature | undefined;
}

/**
 * A timestamp signature holds TLS's numbers of the hash and the algorithm (RFC 5246 section 7.4.1.4.1), and the
 * signature.
 */
export interface TimestampSignature {
  readonly hash: number;
  readonly algorithm: number;
  readonly octets: Uint8Array;
}

const fixedBytes = 1 + 32 + 8 + 2;

/** Reads the extension's value: an OCTET STRING around the list. */
export function readTimestamps(bytes: Uint8Array): SignedTimestamp[] {
  return readTimestampList(expectTag(readDer(bytes), tags.octetString).content);
}

/** SignedCertificateTimestampList (RFC 6962 section 3.3). Throws a DerError if it is broken. */
function readTimestampList(list: Uint8Array): SignedTimestamp[] {
  const view = new DataView(list.buffer, list.byteOffset, list.length);
  if (list.length < 2 || view.getUint16(0) !== list.length - 2) {
    throw new DerError('The length of a list of timestamps is wrong.');
  }
  const result: SignedTimestamp[] = [];
  for (let at = 2; at < list.length; ) {
    const length = at + 2 <= list.length ? view.getUint16(at) : 0;
    if (length < fixedBytes || at + 2 + length > list.length) throw new DerError('A timestamp is broken.');
    result.push({
      version: list[at + 2]! + 1,
      logId: Buffer.from(list.subarray(at + 3, at + 35)).toString('hex'),
      timestamp: Number(view.getBigUint64(at + 35)),
      ...readRest(list.subarray(at + 43, at + 2 + length)),
    });
    at += 2 + length;
  }
  if (result.length === 0) throw new DerError('A list of timestamps is empty.');
  return result;
}

/** What follows the time: extensions, and the signature. */
function readRest(octets: Uint8Array): Pick<SignedTimestamp, 'extensions' | 'signature'> {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  const end = 2 + view.getUint16(0);
  const extensions = octets.subarray(2, end);
  const isWhole = end + 4 <= octets.length && end + 4 + view.getUint16(end + 2) === octets.length;
  if (!isWhole) return { extensions, signature: undefined };
  const [hash, algorithm] = [octets[end]!, octets[end + 1]!];
  return { extensions, signature: { hash, algorithm, octets: octets.subarray(end + 4) } };
}
