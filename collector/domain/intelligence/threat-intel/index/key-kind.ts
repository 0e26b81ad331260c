import { isIPv4 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';
import type { IndicatorKind } from '../../../../ports/threats/indicators.ts';
import { hashStart } from './key-hash.ts';

/** The index stores keys of these kinds: addresses and networks of both families have a form of their own. */
export const keyKinds = { domain: 1, url: 2, v4: 3, v6: 4, certificate: 5, cve: 6 } as const;
export type KeyKind = (typeof keyKinds)[keyof typeof keyKinds];

/** Seeds the hash of a kind, so that keys of different kinds never share a hash by construction alone. */
export function kindSeed(kind: KeyKind): number {
  return hashStart ^ Math.imul(kind, 0x9e37_79b1);
}

export interface Key {
  readonly kind: KeyKind;
  readonly bytes: Uint8Array;
  /** A name of which only what lies below is meant; its key is that of the name. */
  readonly isBelow?: boolean;
}

/**
 * Makes the key of an indicator in normal form. Networks: the address, masked, and the prefix length in a last byte.
 */
export function keyOf(kind: IndicatorKind, name: string): Key {
  switch (kind) {
    case 'domain':
      return nameKey(name);
    case 'url':
      return { kind: keyKinds.url, bytes: Buffer.from(name, 'utf8') };
    case 'certificate':
      return { kind: keyKinds.certificate, bytes: Buffer.from(name, 'hex') };
    case 'cve':
      return { kind: keyKinds.cve, bytes: Buffer.from(name, 'latin1') };
    case 'ip':
      return networkKey(name);
  }
}

function nameKey(name: string): Key {
  const isBelow = name.startsWith('*.');
  return { kind: keyKinds.domain, bytes: Buffer.from(isBelow ? name.slice(2) : name, 'latin1'), isBelow };
}

function networkKey(name: string): Key {
  const [address = '', prefix] = name.split('/');
  const bytes = addressBytes(address);
  if (isIPv4(address)) {
    return { kind: keyKinds.v4, bytes: Buffer.of(...bytes.subarray(12), Number(prefix ?? 32)) };
  }
  return { kind: keyKinds.v6, bytes: Buffer.of(...bytes, Number(prefix ?? 128)) };
}
