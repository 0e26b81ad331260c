import { addressBytes } from '@sonde/shared/net/address.ts';

interface Network {
  readonly bytes: Uint8Array;
  /** Bits of the mapped form that must agree. */
  readonly bits: number;
}

/** The networks are a list of IPv4 and IPv6 networks. */
export class Networks {
  readonly #networks: readonly Network[];

  /** Takes `address/length` or a bare address; throws a RangeError if a text is neither. */
  constructor(texts: readonly string[]) {
    this.#networks = texts.map(parseNetwork);
  }

  get isEmpty(): boolean {
    return this.#networks.length === 0;
  }

  contains(bytes: Uint8Array, at: number): boolean {
    return this.#networks.some((network) => agrees(network, bytes, at));
  }
}

function parseNetwork(text: string): Network {
  const [address = '', length, ...rest] = text.split('/');
  const bytes = addressBytes(address);
  const width = address.includes(':') ? 128 : 32;
  const bits = length === undefined ? width : Number(length);
  const valid = rest.length === 0 && length !== '' && Number.isInteger(bits) && bits >= 0 && bits <= width;
  if (!valid) throw new RangeError(`not a network: ${text.slice(0, 64)}`);
  return { bytes, bits: 128 - width + bits };
}

function agrees(network: Network, bytes: Uint8Array, at: number): boolean {
  const whole = network.bits >> 3;
  for (let index = 0; index < whole; index++) {
    if (network.bytes[index] !== bytes[at + index]) return false;
  }
  const rest = network.bits & 7;
  if (rest === 0) return true;
  return ((network.bytes[whole]! ^ bytes[at + whole]!) & (0xff00 >> rest) & 0xff) === 0;
}
