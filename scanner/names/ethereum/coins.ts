import { encodeBase58, encodeBase58Check } from './base58.ts';
import { encodeBech32, fiveBitWords } from './bech32.ts';
import { checksummed } from './namehash.ts';

/** The bit that stands before the id of an EVM chain in a coin type (ENSIP-11); alone, every such chain (ENSIP-19). */
const evm = 0x8000_0000;
export const coinOfEther = 60;

/** Words for coin types: SLIP-44 for coins, ENSIP-11 for EVM chains. */
const coinTypes: ReadonlyMap<string, number> = new Map([
  ['btc', 0],
  ['ltc', 2],
  ['doge', 3],
  ['eth', coinOfEther],
  ['etc', 61],
  ['atom', 118],
  ['trx', 195],
  ['sol', 501],
  ['evm', evm],
  ...Object.entries({
    op: 10,
    bnb: 56,
    gno: 100,
    polygon: 137,
    base: 8_453,
    arb: 42_161,
    celo: 42_220,
    avax: 43_114,
    linea: 59_144,
    scroll: 534_352,
  }).map(([word, chain]) => [word, evm + chain] as const),
]);
const words: ReadonlyMap<number, string> = new Map(
  Array.from(coinTypes, ([word, type]) => [type, word] as const),
);

export const coinWords: readonly string[] = [...coinTypes.keys()];

/** Reads a coin type by its word or its number; undefined if it is none. */
export function readCoinType(text: string): number | undefined {
  const known = coinTypes.get(text.toLowerCase());
  if (known !== undefined) return known;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return number <= 0xffff_ffff ? number : undefined;
}

export interface CoinAddress {
  readonly coin_type: number;
  /** Null if there is no word for it here. */
  readonly coin: string | null;
  /** In the form that its users write; null if the octets are none, or the form is not known here. */
  readonly address: string | null;
  /** The address as it is stored, in hexadecimal. */
  readonly raw: string;
}

/** Writes the octets of an address (ENSIP-9) as people write them. */
export function coinAddress(coinType: number, bytes: Uint8Array): CoinAddress {
  return {
    coin_type: coinType,
    coin: words.get(coinType) ?? null,
    address: written(coinType, bytes) ?? null,
    raw: `0x${Buffer.from(bytes).toString('hex')}`,
  };
}

function written(coinType: number, bytes: Uint8Array): string | undefined {
  if (coinType >= evm || coinType === coinOfEther || coinType === 61) {
    return bytes.length === 20 ? checksummed(bytes) : undefined;
  }
  switch (coinType) {
    case 0:
      return ofScript(bytes, { key: 0x00, script: 0x05, prefix: 'bc' });
    case 2:
      return ofScript(bytes, { key: 0x30, script: 0x32, prefix: 'ltc' });
    case 3:
      return ofScript(bytes, { key: 0x1e, script: 0x16, prefix: undefined });
    case 118:
      return bytes.length === 20 || bytes.length === 32
        ? encodeBech32('cosmos', fiveBitWords(bytes))
        : undefined;
    case 195:
      return bytes.length === 21 && bytes[0] === 0x41 ? encodeBase58Check(bytes) : undefined;
    case 501:
      return bytes.length === 32 ? encodeBase58(bytes) : undefined;
    default:
      return undefined;
  }
}

interface Versions {
  readonly key: number;
  readonly script: number;
  /** Of addresses of witness programs; undefined if there are none. */
  readonly prefix: string | undefined;
}

/** An output script as an address: to the hash of a key or of a script, or a witness program (BIP-141). */
function ofScript(script: Uint8Array, { key, script: scriptVersion, prefix }: Versions): string | undefined {
  const hex = Buffer.from(script).toString('hex');
  const keyHash = /^76a914([0-9a-f]{40})88ac$/.exec(hex)?.[1];
  if (keyHash !== undefined) return versioned(key, keyHash);
  const scriptHash = /^a914([0-9a-f]{40})87$/.exec(hex)?.[1];
  if (scriptHash !== undefined) return versioned(scriptVersion, scriptHash);
  const [opcode = -1, length = 0] = script;
  const program = script.subarray(2);
  const version = opcode === 0 ? 0 : opcode - 0x50;
  const isProgram = version >= 0 && version <= 16 && length >= 2 && length <= 40 && program.length === length;
  if (prefix === undefined || !isProgram) return undefined;
  // Version 0 has programs of these lengths alone.
  if (version === 0 && length !== 20 && length !== 32) return undefined;
  return encodeBech32(prefix, [version, ...fiveBitWords(program)], version === 0 ? 'bech32' : 'bech32m');
}

function versioned(version: number, hash: string): string {
  return encodeBase58Check(Buffer.concat([Uint8Array.of(version), Buffer.from(hash, 'hex')]));
}
