import { DerError } from '../der/der-error.ts';
import { type DerNode, readDer } from '../der/der-node.ts';
import { derTime } from '../der/der-time.ts';
import {
  bitStringBytes,
  expectTag,
  integerBytes,
  isContext,
  oidValue,
  sequenceItems,
  smallInteger,
  tags,
} from '../der/der-values.ts';
import type { AlgorithmIdentifier } from '../x509/certificate.ts';
import { readAlgorithm } from '../x509/parse-certificate.ts';

const basicResponse = '1.3.6.1.5.5.7.48.1.1';
const statusNames = [
  'successful',
  'malformedRequest',
  'internalError',
  'tryLater',
  '',
  'sigRequired',
  'unauthorized',
];

/** An OCSP response is the response as read (RFC 6960 section 4.2.1). */
export interface OcspResponse {
  /** `successful`, or why there is none; then the rest is undefined. */
  readonly status: string;
  readonly basic: BasicResponse | undefined;
}

export interface BasicResponse {
  /** The signed octets, DER. */
  readonly signed: Uint8Array;
  readonly algorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
  /** DER of certificates that come along. */
  readonly certificates: readonly Uint8Array[];
  /** Milliseconds since 1970. */
  readonly producedAt: number;
  readonly responses: readonly SingleResponse[];
}

export interface SingleResponse {
  readonly hash: string;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  readonly serialNumber: Uint8Array;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: number | undefined;
  readonly thisUpdate: number;
  readonly nextUpdate: number | undefined;
}

/** Reads an OCSP response. Throws a DerError if the octets are none. */
export function readOcspResponse(bytes: Uint8Array): OcspResponse {
  const [status, wrapped] = sequenceItems(readDer(bytes));
  const code = smallInteger(expectTag(status, tags.enumerated).content);
  if (code !== 0) return { status: statusNames[code] || `status ${code}`, basic: undefined };
  if (!isContext(wrapped, 0)) throw new DerError('A successful response has nothing in it.');
  const [type, content] = sequenceItems(wrapped.children[0]);
  if (oidValue(type) !== basicResponse) throw new DerError('The response is of a kind that is not known.');
  return { status: 'successful', basic: readBasic(readDer(expectTag(content, tags.octetString).content)) };
}

function readBasic(node: DerNode): BasicResponse {
  const [signed, algorithm, signature, certificates] = sequenceItems(node);
  const items = [...sequenceItems(signed)];
  // The version is left out in practice, as its default.
  if (isContext(items[0], 0)) items.shift();
  const [, producedAt, responses] = items;
  const list = isContext(certificates, 0) ? sequenceItems(certificates.children[0]) : [];
  return {
    signed: signed!.bytes,
    algorithm: readAlgorithm(algorithm),
    signature: bitStringBytes(expectTag(signature, tags.bitString).content).bytes,
    certificates: list.map(({ bytes }) => bytes),
    producedAt: derTime(producedAt).at,
    responses: sequenceItems(responses).map(readSingle),
  };
}

function readSingle(node: DerNode): SingleResponse {
  const [id, status, thisUpdate, next] = sequenceItems(node);
  const [algorithm, nameHash, keyHash, serial] = sequenceItems(id);
  if (status?.tagClass !== 'context' || status.tag > 2) throw new DerError('A status is missing.');
  const update = isContext(next, 0) ? derTime(next.children[0]).at : undefined;
  return {
    hash: readAlgorithm(algorithm).oid,
    issuerNameHash: expectTag(nameHash, tags.octetString).content,
    issuerKeyHash: expectTag(keyHash, tags.octetString).content,
    serialNumber: integerBytes(serial),
    status: (['good', 'revoked', 'unknown'] as const)[status.tag]!,
    revokedAt: status.tag === 1 ? derTime(status.children[0]).at : undefined,
    thisUpdate: derTime(thisUpdate).at,
    nextUpdate: update,
  };
}
