import { createHash, type KeyObject, verify } from 'node:crypto';
import { LogDataError } from './log-data-error.ts';
import { hashBytes } from './merkle-hash.ts';
import { mostEntries } from './tree-edge.ts';

/**
 * A tree head is the content that a log signs: the number of entries, and the root over them (RFC 6962 section 3.5).
 */
export interface TreeHead {
  readonly size: number;
  readonly root: Buffer;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

export interface SignedTreeHead extends TreeHead {
  /** A DigitallySigned (RFC 5246 section 4.7). */
  readonly signature: Buffer;
}

/** A log identity holds a log's key, and the SHA-256 of the key. */
export interface LogIdentity {
  readonly id: Buffer;
  readonly key: KeyObject;
}

/** TLS's numbers (RFC 5246 section 7.4.1.4.1): all logs sign by SHA-256 (RFC 6962 section 2.1.4). */
const sha256 = 4;
const kinds: Readonly<Record<number, string>> = { 1: 'rsa', 3: 'ec' };
const longestCheckpoint = 65_536;
const mostSignatures = 64;
/** The type of signature in notes that is an RFC 6962 tree head's. */
const noteSignatureType = 0x05;

/** Checks whether the log signed this head. */
export function verifyTreeHead(head: SignedTreeHead, { key }: Pick<LogIdentity, 'key'>): boolean {
  const { signature } = head;
  if (signature.length < 4 || signature[0] !== sha256) return false;
  if (kinds[signature[1]!] !== key.asymmetricKeyType) return false;
  if (signature.readUInt16BE(2) !== signature.length - 4) return false;
  return verify('sha256', signedOctets(head), key, signature.subarray(4));
}

/** Builds the octets of a head that are signed: version 1 written as 0, the kind of signature, and the head. */
export function signedOctets({ size, root, timestamp }: TreeHead): Buffer {
  const octets = Buffer.alloc(18 + hashBytes);
  octets[1] = 1;
  octets.writeBigUInt64BE(BigInt(timestamp), 2);
  octets.writeBigUInt64BE(BigInt(size), 10);
  octets.set(root, 18);
  return octets;
}

/**
 * Reads the head in the answer of get-sth (RFC 6962 section 4.3), its signature not verified. Throws a LogDataError.
 */
export function readTreeHead(text: string): SignedTreeHead {
  const fields = fieldsOf(text);
  const { tree_size: size, timestamp } = fields;
  const [root, signature] = [octetsOf(fields.sha256_root_hash), octetsOf(fields.tree_head_signature)];
  if (!isCount(size) || !isCount(timestamp) || root?.length !== hashBytes || signature === undefined)
    throw new LogDataError('The answer is no signed tree head.');
  return { size, timestamp, root, signature };
}

/**
 * Reads the head in a checkpoint (C2SP static-ct-api): a note of origin, size and root, with the log's signature among
 * others'. The signature itself is not verified. Throws a LogDataError, also if this log did not sign.
 */
export function readCheckpoint(
  text: string,
  origin: string,
  { id }: Pick<LogIdentity, 'id'>,
): SignedTreeHead {
  const end = text.indexOf('\n\n');
  if (end === -1 || text.length > longestCheckpoint || !text.endsWith('\n'))
    throw new LogDataError('The answer is no checkpoint.');
  const [name, sizeText, rootText, ...extensions] = text.slice(0, end).split('\n');
  if (name !== origin) throw new LogDataError(`The checkpoint is of another log: ${clip(name)}.`);
  const root = octetsOf(rootText);
  const size = /^(?:0|[1-9][0-9]{0,15})$/.test(sizeText ?? '') ? Number(sizeText) : undefined;
  if (!isCount(size) || root?.length !== hashBytes || extensions.length > 0)
    throw new LogDataError('The checkpoint has no size and root.');
  const keyId = noteKeyId(origin, id);
  for (const line of text.slice(end + 2, -1).split('\n', mostSignatures)) {
    const [, signer, encoded] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
    const octets = octetsOf(encoded);
    if (signer !== origin || octets === undefined || octets.length < 16) continue;
    if (!octets.subarray(0, 4).equals(keyId)) continue;
    const timestamp = Number(octets.readBigUInt64BE(4));
    if (!isCount(timestamp)) continue;
    return { size, root, timestamp, signature: octets.subarray(12) };
  }
  throw new LogDataError('The checkpoint has no signature of its log.');
}

/** Computes the id of a log's key in a signed note, four octets. */
export function noteKeyId(origin: string, id: Buffer): Buffer {
  const digest = createHash('sha256')
    .update(`${origin}\n`)
    .update(Buffer.from([noteSignatureType]));
  return digest.update(id).digest().subarray(0, 4);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= mostEntries;
}

/** Reads standard Base64 in its one form. */
export function octetsOf(text: unknown): Buffer | undefined {
  if (typeof text !== 'string') return undefined;
  const octets = Buffer.from(text, 'base64');
  return octets.toString('base64') === text ? octets : undefined;
}

export function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {}
  throw new LogDataError('The answer is no JSON object.');
}

function clip(text = ''): string {
  return JSON.stringify(text.slice(0, 100));
}
