import { isIPv4 } from 'node:net';
import { storedName } from '../dns/names.ts';
import { addressBytes } from '../net/address.ts';
import { isReserved } from './rpz-answer.ts';
import type { RuleMatch } from './rule.ts';

/** An owner problem states why a response policy zone has no owner name for the subject of a rule. */
export type OwnerProblem = 'name_too_long' | 'name_reserved' | 'name_is_root' | 'prefix_too_short';

const maxWireBytes = 255;

/**
 * Writes the owner names, relative to the zone, of the triggers for a rule's subject (draft-vixie-dnsop-dns-rpz,
 * section 4): `www.example.com`, `*.example.com`, `24.0.2.0.192.rpz-client-ip`. `zoneBytes` is the length of the zone's
 * name on the wire, which a trigger has to leave room for.
 */
export function rpzOwners(match: RuleMatch, zoneBytes: number): readonly string[] | OwnerProblem {
  if (match.kind === 'client') return networkOwner(match.network, 'rpz-client-ip');
  if (match.kind === 'response') return networkOwner(match.network, 'rpz-ip');
  const name = storedName(match.name);
  if (name === undefined || isReserved(name) || name === '*' || name.startsWith('*.')) return 'name_reserved';
  if (name === '.') return match.kind === 'wildcard' ? ['*'] : 'name_is_root';
  const longest = match.kind === 'name' ? nameBytes(name) : nameBytes(name) + 2;
  if (longest + zoneBytes - 1 > maxWireBytes) return 'name_too_long';
  if (match.kind === 'name') return [name];
  return match.kind === 'wildcard' ? [`*.${name}`] : [name, `*.${name}`];
}

/** Counts the octets of a name in stored form on the wire, its root label included. */
export function nameBytes(name: string): number {
  if (name === '.') return 1;
  let bytes = 2;
  for (let index = 0; index < name.length; index++) {
    if (name.charCodeAt(index) === 0x5c) {
      const next = name.charCodeAt(index + 1);
      index += next >= 0x30 && next <= 0x39 ? 3 : 1;
    }
    bytes++;
  }
  return bytes;
}

function networkOwner(network: string, suffix: string): readonly string[] | OwnerProblem {
  const [address = '', prefixText] = network.split('/');
  const family = isIPv4(address) ? 4 : 6;
  const prefix = prefixText === undefined ? (family === 4 ? 32 : 128) : Number(prefixText);
  // A prefix of no bits means everybody, which BIND refuses.
  if (prefix === 0) return 'prefix_too_short';
  const bytes = addressBytes(address);
  clearHostBits(bytes, family === 4 ? prefix + 96 : prefix);
  const labels = family === 4 ? [...bytes.subarray(12)].map(String) : ipv6Labels(bytes);
  return [`${prefix}.${labels.reverse().join('.')}.${suffix}`];
}

function clearHostBits(bytes: Buffer, prefix: number): void {
  for (let bit = prefix; bit < 128; bit++) {
    bytes[bit >> 3] = bytes[bit >> 3]! & ~(0x80 >> (bit & 7));
  }
}

/** The eight words, with `zz` in place of the longest run of two or more zeros, the first one of several. */
function ipv6Labels(bytes: Buffer): string[] {
  const words: string[] = [];
  for (let index = 0; index < 16; index += 2) words.push(bytes.readUInt16BE(index).toString(16));
  let best = { start: 0, length: 1 };
  let start = 0;
  for (let index = 0; index <= words.length; index++) {
    if (words[index] === '0') continue;
    if (index - start > best.length) best = { start, length: index - start };
    start = index + 1;
  }
  if (best.length > 1) words.splice(best.start, best.length, 'zz');
  return words;
}
