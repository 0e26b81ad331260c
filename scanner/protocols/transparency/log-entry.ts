import { LogDataError } from './log-data-error.ts';
import { OctetReader } from './octet-reader.ts';
import { fieldsOf, octetsOf } from './signed-head.ts';

/** A log entry is one entry of a log, its certificate unread. All octets are views of what was served. */
export interface LogEntry {
  readonly index: number;
  /** The time at which the log took it in, milliseconds since 1970. */
  readonly timestamp: number;
  /** The kind of the logged data: a certificate, or a precertificate by its signed part alone (TBSCertificate). */
  readonly kind: 'certificate' | 'precertificate';
  readonly der: Buffer;
  /** The octets that the hash of its leaf is made of. */
  readonly timestampedEntry: Buffer;
  /** Certificates above it: by their SHA-256 in tiles, themselves otherwise. */
  readonly chain: { readonly fingerprints: readonly Buffer[] } | { readonly certificates: readonly Buffer[] };
  /** The precertificate as it was submitted. */
  readonly submitted: Buffer | undefined;
}

const x509Entry = 0;
const precertEntry = 1;
const leafIndex = 0;
const fingerprintBytes = 32;

/**
 * Reads the entries of a data tile (C2SP static-ct-api), which must have exactly `width`, the first of them number
 * `first`: a tile that is another's shows by the numbers in its entries. Throws a LogDataError.
 */
export function* readDataTile(octets: Buffer, first: number, width: number): Generator<LogEntry> {
  const reader = new OctetReader(octets);
  for (let index = first; index < first + width; index++) {
    const { extensions, ...entry } = readTimestampedEntry(reader);
    const told = readLeafIndex(extensions);
    if (told !== index)
      throw new LogDataError(`The entry at ${index} says that it is number ${told ?? 'nothing'}.`);
    const submitted = entry.kind === 'precertificate' ? reader.vector(3) : undefined;
    const chain = reader.vector(2);
    if (chain.length % fingerprintBytes !== 0) throw new LogDataError('A chain has half a fingerprint.');
    yield { index, ...entry, submitted, chain: { fingerprints: slices(chain) } };
  }
  if (!reader.isAtEnd) throw new LogDataError(`A tile has more than ${width} entries.`);
}

/**
 * Reads the entries in an answer of get-entries (RFC 6962 section 4.6), of which a log may give fewer than were asked
 * for, but not more, nor none. Throws a LogDataError.
 */
export function* readEntries(text: string, first: number, most: number): Generator<LogEntry> {
  const { entries } = fieldsOf(text);
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > most)
    throw new LogDataError(`The answer has not between one and ${most} entries.`);
  for (const [place, given] of entries.entries()) {
    const fields = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
    const [leaf, extra] = [octetsOf(fields.leaf_input), octetsOf(fields.extra_data)];
    if (leaf === undefined || extra === undefined) throw new LogDataError('An entry has no leaf.');
    yield readLeaf(leaf, extra, first + place);
  }
}

function readLeaf(leaf: Buffer, extra: Buffer, index: number): LogEntry {
  const reader = new OctetReader(leaf);
  if (reader.number(2) !== 0) throw new LogDataError('A leaf is of no known version and type.');
  const { extensions, ...entry } = readTimestampedEntry(reader);
  if (!reader.isAtEnd) throw new LogDataError('Octets follow an entry.');
  const told = extensions.length === 0 ? undefined : readLeafIndex(extensions);
  if (told !== undefined && told !== index)
    throw new LogDataError(`The entry at ${index} says that it is number ${told}.`);
  // What is beside the leaf is not in the tree: nothing proves it, and a chain that can't be read costs the entry nothing.
  return { index, ...entry, ...readExtra(extra, entry.kind) };
}

function readExtra(extra: Buffer, kind: LogEntry['kind']): Pick<LogEntry, 'chain' | 'submitted'> {
  try {
    const reader = new OctetReader(extra);
    const submitted = kind === 'precertificate' ? reader.vector(3) : undefined;
    const chain = new OctetReader(reader.vector(3));
    const certificates: Buffer[] = [];
    while (!chain.isAtEnd) certificates.push(chain.vector(3));
    return { submitted, chain: { certificates } };
  } catch (error) {
    if (!(error instanceof LogDataError)) throw error;
    return { submitted: undefined, chain: { certificates: [] } };
  }
}

function readTimestampedEntry(reader: OctetReader) {
  const start = reader.at;
  const timestamp = reader.number(8);
  if (!Number.isSafeInteger(timestamp) || timestamp > 8.64e15) throw new LogDataError('A time is no time.');
  const type = reader.number(2);
  if (type !== x509Entry && type !== precertEntry) throw new LogDataError(`No entry has type ${type}.`);
  // The hash of the issuer's key.
  if (type === precertEntry) reader.fixed(32);
  const der = reader.vector(3);
  const extensions = reader.vector(2);
  const timestampedEntry = reader.octets.subarray(start, reader.at);
  const kind: LogEntry['kind'] = type === x509Entry ? 'certificate' : 'precertificate';
  return { timestamp, kind, der, timestampedEntry, extensions };
}

/** The number that an entry says it has; undefined if it does not say. */
function readLeafIndex(extensions: Buffer): number | undefined {
  const reader = new OctetReader(extensions);
  while (!reader.isAtEnd) {
    const type = reader.number(1);
    const data = reader.vector(2);
    if (type === leafIndex) {
      if (data.length !== 5) throw new LogDataError('The number of an entry has not five octets.');
      return data.readUIntBE(0, 5);
    }
  }
  return undefined;
}

function slices(octets: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < octets.length; at += fingerprintBytes)
    found.push(octets.subarray(at, at + fingerprintBytes));
  return found;
}
