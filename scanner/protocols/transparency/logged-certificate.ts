import { hash } from 'node:crypto';
import { DerError } from '../tls/der/der-error.ts';
import { DerWalk, derHeader, derTags } from './der-walk.ts';
import type { LogEntry } from './log-entry.ts';

/** The logged facts are the fields of a logged certificate that watching needs, and no more. */
export interface LoggedFacts {
  /**
   * The same for a precertificate and its certificate, in whichever log: SHA-256 in hex of the signed part without what only one of
   * both has, the list of timestamps and the poison (RFC 6962 sections 3.1 and 3.2).
   */
  readonly id: string;
  /** Hexadecimal, without a leading zero octet. */
  readonly serial: string;
  /** DER of the issuer's distinguished name. */
  readonly issuer: Buffer;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Each once, in lower case, as certificates write them (`*.` included); the first so many. */
  readonly names: readonly string[];
  /** Names beyond those, and what is no domain name. */
  readonly namesLeftOut: number;
}

/** The name bound is more than any authority puts into one certificate. */
export const mostNames = 2_000;
const longestSerial = 64;

/** DER of the object identifiers' content. */
const alternativeName = '551d11';
const timestampList = '2b06010401d679020402';
const poison = '2b06010401d679020403';
const commonName = '550403';

/**
 * Reads a logged certificate by a walk over its DER, without a tree. Signature, key and most extensions are not looked at: the log
 * vouches for what it logged, and whoever wants to know more has the certificate. Throws a DerError.
 */
export function readLogged({ der, kind }: Pick<LogEntry, 'der' | 'kind'>): LoggedFacts {
  const walk = new DerWalk(der).next(derTags.sequence);
  if (walk.end !== der.length) throw new DerError('Octets follow a certificate.');
  if (kind === 'certificate') walk.enter().next(derTags.sequence);
  const [signedFrom, signedEnd] = [walk.from, walk.end];
  walk.enter();
  if (walk.following === derTags.version) walk.next();
  walk.next(derTags.integer);
  const serial = serialText(der, walk.from, walk.end);
  walk.next(derTags.sequence);
  walk.next(derTags.sequence);
  const issuer = der.subarray(walk.start, walk.end);
  const validity = walk.next(derTags.sequence).inner();
  const notBefore = timeOf(validity.next());
  const notAfter = timeOf(validity.next());
  const subject = walk.next(derTags.sequence).inner();
  walk.next(derTags.sequence);
  while (!walk.isLast && walk.next().tag !== derTags.extensions);
  const found = new NameCollector();
  const same: Buffer[] = [];
  let isStripped = false;
  const extensionsStart = walk.start;
  if (walk.tag === derTags.extensions) {
    if (!walk.isLast) throw new DerError('Octets follow the extensions.');
    const extensions = walk.inner().next(derTags.sequence).enter();
    while (!extensions.isLast) {
      const extension = extensions.next(derTags.sequence).inner().next(derTags.oid);
      const type = der.toString('hex', extension.from, extension.end);
      if (type === timestampList || type === poison) {
        isStripped = true;
        continue;
      }
      same.push(der.subarray(extensions.start, extensions.end));
      if (type === alternativeName) readAlternativeNames(extension, found);
    }
  }
  if (found.isEmpty) readCommonNames(subject, found);
  const id = isStripped
    ? strippedHash(der.subarray(signedFrom, extensionsStart), same)
    : hash('sha256', kind === 'certificate' ? withHeader(der.subarray(signedFrom, signedEnd)) : der, 'hex');
  return { id, serial, issuer, notBefore, notAfter, names: found.names, namesLeftOut: found.leftOut };
}

function withHeader(content: Buffer): Buffer {
  return Buffer.concat([derHeader(derTags.sequence, content.length), content]);
}

/** The hash of the signed part with these extensions alone; without any the whole field goes (RFC 5280 section 4.1). */
function strippedHash(before: Buffer, extensions: readonly Buffer[]): string {
  if (extensions.length === 0) return hash('sha256', withHeader(before), 'hex');
  const listed = extensions.reduce((sum, { length }) => sum + length, 0);
  const list = derHeader(derTags.sequence, listed);
  const field = derHeader(derTags.extensions, list.length + listed);
  const signed = derHeader(derTags.sequence, before.length + field.length + list.length + listed);
  return hash('sha256', Buffer.concat([signed, before, field, list, ...extensions]), 'hex');
}

class NameCollector {
  readonly #names = new Set<string>();
  leftOut = 0;

  get isEmpty(): boolean {
    return this.#names.size === 0 && this.leftOut === 0;
  }

  get names(): string[] {
    return [...this.#names];
  }

  add(text: string): void {
    const name = normalName(text);
    if (name !== undefined && this.#names.size < mostNames) this.#names.add(name);
    else if (name === undefined || !this.#names.has(name)) this.leftOut++;
  }
}

/** Reads a domain name as certificates have it, a wildcard for its first label allowed; undefined for anything else. */
export function normalName(text: string): string | undefined {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  if (name.length > 253 || !/^(?:\*\.)?(?:[A-Za-z0-9_-]{1,63}\.)*[A-Za-z0-9_-]{1,63}$/.test(name))
    return undefined;
  return name.toLowerCase();
}

function readAlternativeNames(extension: DerWalk, found: NameCollector): void {
  const octets = extension.octets as Buffer;
  if (extension.following === derTags.boolean) extension.next();
  const names = extension.next(derTags.octetString).inner().next(derTags.sequence).enter();
  while (!names.isLast)
    if (names.next().tag === derTags.dnsName) found.add(octets.toString('latin1', names.from, names.end));
}

/** Certificates of old, and of test logs, name a host nowhere else. */
function readCommonNames(subject: DerWalk, found: NameCollector): void {
  const octets = subject.octets as Buffer;
  while (!subject.isLast) {
    const attribute = subject.next().inner().next(derTags.sequence).enter().next(derTags.oid);
    if (octets.toString('hex', attribute.from, attribute.end) !== commonName) continue;
    attribute.next();
    const text = octets.toString('latin1', attribute.from, attribute.end);
    // People and organisations are no domain names, and a name without a dot is no host of the DNS.
    if (text.includes('.') && normalName(text) !== undefined) found.add(text);
  }
}

function serialText(der: Buffer, from: number, end: number): string {
  if (end === from || end - from > longestSerial)
    throw new DerError('A serial number is too long, or empty.');
  return der.toString('hex', der[from] === 0 && end - from > 1 ? from + 1 : from, end);
}

/** Milliseconds since 1970, of a time to the second in UTC (RFC 5280 section 4.1.2.5). */
function timeOf({ octets, tag, from, end }: DerWalk): number {
  const isShort = tag === derTags.utcTime;
  if (!isShort && tag !== derTags.generalizedTime) throw new DerError('A time is missing.');
  const digits = isShort ? 12 : 14;
  if (end - from !== digits + 1 || octets[end - 1] !== 0x5a) throw new DerError('A time has a wrong form.');
  const pair = (at: number): number => {
    const [ten, one] = [octets[at]! - 0x30, octets[at + 1]! - 0x30];
    if (ten < 0 || ten > 9 || one < 0 || one > 9) throw new DerError('A time has no digits.');
    return ten * 10 + one;
  };
  const rest = end - 11;
  const short = pair(rest - 2);
  const year = isShort ? short + (short < 50 ? 2_000 : 1_900) : pair(from) * 100 + short;
  const [month, day, hour] = [pair(rest), pair(rest + 2), pair(rest + 4)];
  const [minute, second] = [pair(rest + 6), pair(rest + 8)];
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  at.setUTCHours(hour, minute, second);
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59)
    throw new DerError('A time is no time.');
  return at.getTime();
}
