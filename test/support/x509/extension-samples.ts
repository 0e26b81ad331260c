import { isIPv4, isIPv6 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';
import {
  bits,
  boolean,
  context,
  implicit,
  integer,
  octets,
  oid,
  sequence,
  tlv,
} from '../../../shared/x509/der-writer.ts';
import { nameDer } from './name-sample.ts';

export interface SampleExtension {
  readonly oid: string;
  readonly critical: boolean;
  readonly value: Uint8Array;
}

const extension = (id: string, value: Uint8Array, critical = false): SampleExtension => ({
  oid: id,
  critical,
  value,
});

/** `dns:`, `ip:`, `email:`, `uri:`, `dir:CN` and DER behind `raw:` in hexadecimal; ip may be a prefix within constraints. */
export function generalName(written: string): Buffer {
  const [kind, value] = [written.slice(0, written.indexOf(':')), written.slice(written.indexOf(':') + 1)];
  if (kind === 'email') return implicit(1, Buffer.from(value));
  if (kind === 'dns') return implicit(2, Buffer.from(value));
  if (kind === 'dir') return context(4, nameDer({ CN: value }));
  if (kind === 'uri') return implicit(6, Buffer.from(value));
  if (kind === 'ip') return implicit(7, addressOctets(value));
  if (kind === 'raw') return Buffer.from(value, 'hex');
  throw new Error(`no general name: ${written}`);
}

function addressOctets(value: string): Buffer {
  const [address = '', length] = value.split('/');
  const bytes = isIPv4(address) ? addressBytes(address).subarray(12) : addressBytes(address);
  if (length === undefined) return bytes;
  const mask = Buffer.alloc(bytes.length);
  for (let bit = 0; bit < Number(length); bit++) mask[Math.floor(bit / 8)]! |= 0x80 >> (bit % 8);
  return Buffer.concat([bytes, mask]);
}

export const hostNames = (...names: readonly string[]) =>
  names.map((name) => (isIPv4(name) || isIPv6(name) ? `ip:${name}` : `dns:${name}`));

export const altNames = (names: readonly string[], critical = false) =>
  extension('2.5.29.17', sequence(...names.map(generalName)), critical);

export const basicConstraints = (authority: boolean, pathLength?: number, critical = true) =>
  extension(
    '2.5.29.19',
    sequence(
      ...(authority ? [boolean(true)] : []),
      ...(pathLength === undefined ? [] : [integer(pathLength)]),
    ),
    critical,
  );

export const keyUsage = (...numbers: readonly number[]) => extension('2.5.29.15', bits(...numbers), true);

export const extendedKeyUsage = (...ids: readonly string[]) =>
  extension('2.5.29.37', sequence(...ids.map(oid)));
export const critical = (one: SampleExtension): SampleExtension => ({ ...one, critical: true });
export const notCritical = (one: SampleExtension): SampleExtension => ({ ...one, critical: false });
export const serverAuth = '1.3.6.1.5.5.7.3.1';
export const clientAuth = '1.3.6.1.5.5.7.3.2';

export const subjectKeyIdentifier = (id: Uint8Array, critical = false) =>
  extension('2.5.29.14', octets(id), critical);
export const authorityKeyIdentifier = (id: Uint8Array, critical = false) =>
  extension('2.5.29.35', sequence(implicit(0, id)), critical);

export function nameConstraints(
  { permitted = [], excluded = [] }: { permitted?: readonly string[]; excluded?: readonly string[] },
  critical = true,
): SampleExtension {
  const subtrees = (names: readonly string[]) => names.map((name) => sequence(generalName(name)));
  return extension(
    '2.5.29.30',
    sequence(
      ...(permitted.length > 0 ? [context(0, ...subtrees(permitted))] : []),
      ...(excluded.length > 0 ? [context(1, ...subtrees(excluded))] : []),
    ),
    critical,
  );
}

export const policies = (...ids: readonly string[]) =>
  extension('2.5.29.32', sequence(...ids.map((id) => sequence(oid(id)))));
export const policyConstraints = (explicit?: number, mapping?: number) =>
  extension(
    '2.5.29.36',
    sequence(
      ...(explicit === undefined ? [] : [implicit(0, integer(explicit).subarray(2))]),
      ...(mapping === undefined ? [] : [implicit(1, integer(mapping).subarray(2))]),
    ),
    true,
  );
export const policyMappings = (...pairs: readonly (readonly [string, string])[]) =>
  extension('2.5.29.33', sequence(...pairs.map(([from, to]) => sequence(oid(from), oid(to)))), true);
export const inhibitAnyPolicy = (skip: number) => extension('2.5.29.54', integer(skip), true);

export const mustStaple = () => extension('1.3.6.1.5.5.7.1.24', sequence(integer(5)));

/** So many timestamps of logs that are none. */
export function timestamps(count: number): SampleExtension {
  const one = Buffer.concat([
    Buffer.alloc(1),
    Buffer.alloc(32, 7),
    Buffer.alloc(8),
    Buffer.alloc(2),
    Buffer.from('0403000100', 'hex'),
  ]);
  const entries = Buffer.concat(
    Array.from({ length: count }, () => Buffer.concat([Buffer.from([0, one.length]), one])),
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(entries.length);
  return extension('1.3.6.1.4.1.11129.2.4.2', octets(length, entries));
}

export const anyExtension = (id: string, critical: boolean, value: Uint8Array = tlv(5)) =>
  extension(id, value, critical);
