import { UpstreamFailed } from '@sonde/shared/errors.ts';
import { AbiError, AbiReader, encode, strings, word } from './abi.ts';
import type { Block, ChainGateway, ChainName } from './chain-gateway.ts';
import { namehash, selector } from './namehash.ts';

/** The proxy readers are the contract ProxyReader of each chain. */
export const proxyReaders: Readonly<Record<ChainName, string>> = {
  base: '0x78c4b414e1abdf0de267deda01dffd4cd0817a16',
  polygon: '0x91edd8708062bd4233f4dd0fce15a7cb4d500091',
  ethereum: '0x578853aa776eef10cee6c4dd2b5862bdce767a8b',
};

const keys = [
  'crypto.ETH.address',
  'crypto.BTC.address',
  'crypto.SOL.address',
  'crypto.MATIC.version.MATIC.address',
  'crypto.USDT.version.TRON.address',
  'dns.A',
  'dns.AAAA',
  'dns.CNAME',
  'dweb.ipfs.hash',
  'ipfs.html.value',
  'browser.redirect_url',
];
/** Records of the DNS, which the registry keeps as arrays in JSON. */
const dnsLists = new Set(['dns.A', 'dns.AAAA']);

/**
 * Resolves the records of a normalised name in the registry of one chain; null if it has none there. Throws
 * UpstreamFailed.
 */
export async function resolveRegistry(
  name: string,
  { gateway, block }: { gateway: ChainGateway; block: Block },
): Promise<{ readonly records: Readonly<Record<string, string | readonly string[]>> | null }> {
  const question = encode([strings(keys), word(namehash(name))]);
  const data = Buffer.concat([selector('getMany(string[],uint256)'), question]);
  const result = await gateway.call(proxyReaders[gateway.chain], data, block);
  if ('reverted' in result) throw new UpstreamFailed(`The registry's contract on ${gateway.chain} refuses.`);
  const values = readValues(result.returned, gateway.chain);
  const found = keys.flatMap((key, at) => {
    const value = values[at];
    return value === undefined || value === '' ? [] : [[key, readValue(key, value)] as const];
  });
  return { records: found.length === 0 ? null : Object.fromEntries(found) };
}

function readValue(key: string, value: string): string | readonly string[] {
  if (!dnsLists.has(key)) return value;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : value;
  } catch {
    return value;
  }
}

function readValues(data: Uint8Array, chain: ChainName): readonly string[] {
  try {
    const values = new AbiReader(data).strings(0);
    if (values.length === keys.length) return values;
  } catch (error) {
    if (!(error instanceof AbiError)) throw error;
  }
  throw new UpstreamFailed(`The registry's contract on ${chain} answered with something that is no list.`);
}
