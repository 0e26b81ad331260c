import { createHash } from 'node:crypto';
import { decodeBase32, encodeBase32 } from '@sonde/shared/text/base32.ts';
import { invalid, type Judgement } from '../onion.ts';

/** An address book is a text with a line of `name=destination` for each name. */
export interface AddressBook {
  readonly name: string;
  readonly hosts: ReadonlyMap<string, string>;
}

/** Of one book. */
const maxHosts = 100_000;
const destination = /^[A-Za-z0-9~-]{516,}={0,2}$/;
const maxDestination = 2_048;

/**
 * Judges a .i2p name by its form: a hash in base32, an address of an encrypted lease set, or a host of address books.
 */
export function judgeI2p(name: string): Judgement {
  const address = /^([^.]+)\.b32\.i2p$/.exec(name)?.[1];
  if (address !== undefined) {
    const bytes = decodeBase32(address);
    if (bytes === undefined) return invalid('The part before .b32.i2p is no base32.');
    if (address.length === 52) {
      return { valid: true, reason: null, hash: Buffer.from(bytes).toString('hex') };
    }
    return address.length < 56
      ? invalid('A hash has 52 letters before .b32.i2p, an encrypted address 56 or more.')
      : {
          valid: true,
          reason: 'This is the address of an encrypted lease set; it has no hash in it.',
          hash: null,
        };
  }
  const labels = name.split('.');
  const isHost =
    name.length <= 67 &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label)) &&
    labels.at(-2) !== 'b32';
  return isHost
    ? { valid: true, reason: null, hash: null }
    : invalid('A host of I2P has letters, digits and hyphens in its labels, and at most 67 characters.');
}

/**
 * An address book reader reads an address book line by line (`name=base64[#!properties]`). What is no such line is
 * passed over; the first of a name holds.
 */
export class AddressBookReader {
  readonly #hosts = new Map<string, string>();
  readonly book: AddressBook;

  constructor(name: string) {
    this.book = { name, hosts: this.#hosts };
  }

  line(text: string): void {
    if (this.#hosts.size >= maxHosts) return;
    const [entry = ''] = text.split('#', 1);
    const equals = entry.indexOf('=');
    const host = entry.slice(0, equals).trim().toLowerCase();
    const value = entry.slice(equals + 1).trim();
    if (equals < 1 || value.length > maxDestination || !destination.test(value)) return;
    if (host.endsWith('.i2p') && judgeI2p(host).valid && !this.#hosts.has(host)) this.#hosts.set(host, value);
  }
}

/** Reads an address book that is there as a whole. */
export function readAddressBook(name: string, text: string): AddressBook {
  const reader = new AddressBookReader(name);
  for (const line of text.split('\n')) reader.line(line);
  return reader.book;
}

/** Computes the hash of a destination in I2P's base64, in hexadecimal and as an address. */
export function destinationHash(base64: string): { readonly hash: string; readonly address: string } {
  const bytes = Buffer.from(base64.replaceAll('-', '+').replaceAll('~', '/'), 'base64');
  const hash = createHash('sha256').update(bytes).digest();
  return { hash: hash.toString('hex'), address: `${encodeBase32(hash)}.b32.i2p` };
}
