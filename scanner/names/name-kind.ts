import { endingsOf } from '@sonde/shared/dns/outside-dns.ts';
import { parse } from 'tldts';

/** The systems of names that a name may belong to. */
export const nameKinds = ['ens', 'registry', 'handshake', 'i2p', 'onion', 'namecoin'] as const;
export type NameKind = (typeof nameKinds)[number];

export interface Reading {
  readonly kind: NameKind;
  /** One sentence: why the name may be of this kind. */
  readonly reason: string;
}

const registryEndings = new Set(endingsOf('registry'));

/** Endings that belong to one system alone, and say so. */
const exclusive: Readonly<Record<string, Reading>> = {
  eth: { kind: 'ens', reason: 'The ending .eth belongs to the Ethereum Name Service.' },
  i2p: { kind: 'i2p', reason: 'The ending .i2p belongs to the I2P network.' },
  onion: { kind: 'onion', reason: 'The ending .onion is reserved for Tor (RFC 7686).' },
  bit: { kind: 'namecoin', reason: 'The ending .bit is that of Namecoin.' },
};

/** Tells whether a name is an address of Ethereum, whose primary name is asked for. */
export function isAddress(name: string): boolean {
  return /^0x[0-9a-f]{40}$/.test(name);
}

/**
 * Finds the possible kinds of a name, the likeliest first; never empty. `name`: trimmed, in lower case, without a
 * trailing dot.
 */
export function readingsOf(name: string): readonly [Reading, ...Reading[]] {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  if (Object.hasOwn(exclusive, ending)) return [exclusive[ending]!];
  if (isAddress(name)) {
    const reason = 'This is an address of Ethereum, which may have a primary name.';
    return [{ kind: 'ens', reason }];
  }
  const handshake: Reading = {
    kind: 'handshake',
    reason: `The ending .${ending} is none of the DNS, and may be one of Handshake's root.`,
  };
  if (registryEndings.has(ending) && name.includes('.')) {
    return [
      { kind: 'registry', reason: `The ending .${ending} is one of the blockchain domain registry.` },
      handshake,
    ];
  }
  if (name.includes('.') && parse(name).isIcann === true) {
    const reason = `The ending .${ending} is one of the DNS, whose names can be imported into the Ethereum Name Service.`;
    return [{ kind: 'ens', reason }];
  }
  return [handshake];
}

/** Explains why the name can not be of the kind; undefined if it can. */
export function contradiction(name: string, kind: NameKind): string | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const [first] = readingsOf(name);
  const own = Object.hasOwn(exclusive, ending);
  if (kind === 'registry' && !(registryEndings.has(ending) && name.includes('.'))) {
    return `The blockchain domain registry has no ending .${ending}.`;
  }
  if (isAddress(name) && kind !== 'ens') return first.reason;
  if (kind === 'i2p' && ending !== 'i2p') return 'Names of I2P end with .i2p.';
  return own && first.kind !== kind ? first.reason : undefined;
}
