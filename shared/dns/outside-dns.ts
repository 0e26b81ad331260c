/**
 * The outside systems are name systems that are not the DNS: names that RFCs set aside for something else, and names of
 * other systems. To ask the DNS for one tells strangers what somebody looks for, and is answered by whoever likes to.
 */
export const outsideSystems = [
  'onion',
  'i2p',
  'ens',
  'registry',
  'namecoin',
  'handshake',
  'alt',
  'gns',
  'special',
] as const;
export type OutsideSystem = (typeof outsideSystems)[number];

/**
 * The leak systems are systems whose names are remarked on if they turn up in traffic: special names are asked on every
 * network, by accident.
 */
export const leakSystems = ['onion', 'i2p', 'ens', 'registry', 'namecoin', 'alt', 'gns'] as const;
export type LeakSystem = (typeof leakSystems)[number];

interface SystemFacts {
  /** In the middle of a sentence. */
  readonly title: string;
  /** Where it is written down. */
  readonly rule: string;
  /** The operation that resolves such names; null if none does. */
  readonly operation: string | null;
  readonly endings: readonly string[];
}

/**
 * No ending in it is one of the Internet's root: a test compares them with the list of public suffixes. Handshake's endings
 * are whatever is not in that root, so that an operator names those that count (SONDE_HANDSHAKE_ENDINGS).
 */
const systems: Readonly<Record<OutsideSystem, SystemFacts>> = {
  onion: {
    title: 'Tor',
    rule: 'RFC 7686',
    operation: '/api/v2/web3/resolve',
    endings: ['onion', 'exit'],
  },
  i2p: { title: 'I2P', rule: 'I2P naming', operation: '/api/v2/alternative/i2p/resolve', endings: ['i2p'] },
  ens: {
    title: 'the Ethereum Name Service',
    rule: 'ERC-137',
    operation: '/api/v2/web3/ens/resolve',
    endings: ['eth'],
  },
  registry: {
    title: 'the blockchain domain registry',
    rule: 'the registry',
    operation: '/api/v2/web3/registry/resolve',
    endings:
      `888 anime bitcoin blockchain crypto dao go hi klever kresus manga nft pastor polygon pudgy stepn tball unstoppable
      wallet wrkx x zil`.split(/\s+/),
  },
  namecoin: {
    title: 'Namecoin',
    rule: 'Namecoin domain names',
    operation: '/api/v2/web3/resolve',
    endings: ['bit'],
  },
  handshake: {
    title: 'Handshake',
    rule: 'Handshake',
    operation: '/api/v2/web3/handshake/resolve',
    endings: [],
  },
  alt: {
    title: 'a system of names beside the DNS',
    rule: 'RFC 9476',
    operation: null,
    endings: ['alt'],
  },
  gns: { title: 'the GNU Name System', rule: 'RFC 9498', operation: null, endings: ['gnu', 'zkey'] },
  special: {
    title: 'the network that it is used in',
    rule: 'RFC 6761',
    operation: null,
    endings: ['localhost', 'invalid', 'local'],
  },
};

const systemOf: ReadonlyMap<string, OutsideSystem> = new Map(
  outsideSystems.flatMap((system) => systems[system].endings.map((ending) => [ending, system] as const)),
);
const none: ReadonlySet<string> = new Set();

export interface OutsideName {
  readonly system: OutsideSystem;
  readonly rule: string;
  readonly operation: string | null;
  /** One sentence that says what the name is, and which operation is for it. */
  readonly message: string;
}

/**
 * Classifies a name that is not of the DNS; undefined if it is of the DNS. `name`: in stored form. `handshake`: endings
 * that count as Handshake's.
 */
export function outsideDns(name: string, handshake: ReadonlySet<string> = none): OutsideName | undefined {
  const system = outsideSystem(name, handshake);
  if (system === undefined) return undefined;
  const { title, rule, operation } = systems[system];
  const what = system === 'special' ? 'is reserved for' : 'is a name of';
  const where = operation === null ? '' : `: GET ${operation} resolves it`;
  return {
    system,
    rule,
    operation,
    message: `${name} ${what} ${title} and not of the DNS, which is never asked for it (${rule})${where}.`,
  };
}

export function outsideSystem(
  name: string,
  handshake: ReadonlySet<string> = none,
): OutsideSystem | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return systemOf.get(ending) ?? (handshake.has(ending) ? 'handshake' : undefined);
}

/**
 * Finds the system of a name that should not have been asked of the DNS; undefined for all that may be, or is by
 * accident.
 */
export function leakSystemOf(name: string): LeakSystem | undefined {
  const system = systemOf.get(name.slice(name.lastIndexOf('.') + 1));
  return leakSystems.find((one) => one === system);
}

/** Lists the top-level labels of a system's names. */
export function endingsOf(system: OutsideSystem): readonly string[] {
  return systems[system].endings;
}

export function systemTitle(system: OutsideSystem): string {
  return systems[system].title;
}
