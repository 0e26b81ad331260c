import { UpstreamFailed } from '@sonde/shared/errors.ts';
import type { Fetch } from '../../ports/fetch.ts';
import type { NameError } from '../name-answer.ts';
import { AbiError, AbiReader, type Argument, dynamic, encode, word } from './abi.ts';
import type { Block, ChainGateway } from './chain-gateway.ts';
import { readContentHash } from './content-hash.ts';
import { checksummed, namehash, selector, wireName } from './namehash.ts';
import { callWithLookups } from './offchain-lookup.ts';

/** The Universal Resolver of ENSIP-23, behind a proxy whose address stays. */
export const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee';
const textKeys = ['avatar', 'url', 'description', 'email'];
const coinOfEther = 60;

/** Errors of the Universal Resolver: nobody answers for the name, or not for this record. */
const absent = [
  'ResolverNotFound(bytes)',
  'ResolverNotContract(bytes,address)',
  'UnsupportedResolverProfile(bytes4)',
].map((signature) => Buffer.from(selector(signature)));

/** The records of a normalised name as of one block; null if there is none. Throws UpstreamFailed. */
export async function resolveEns(name: string, gateway: ChainGateway, fetch: Fetch, signal: AbortSignal) {
  const block = await gateway.latestBlock();
  const errors: NameError[] = [];
  const node = namehash(name);
  const ask = async (signature: string, ...more: readonly Argument[]) => {
    const inner = Buffer.concat([selector(signature), encode([word(node), ...more])]);
    const data = encode([dynamic(wireName(name)), dynamic(inner)]);
    try {
      return await call(Buffer.concat([selector('resolve(bytes,bytes)'), data]), {
        gateway,
        fetch,
        signal,
        block,
      });
    } catch (error) {
      if (!(error instanceof AbiError)) throw error;
      throw new UpstreamFailed(`The contract's answer can not be read: ${error.message}`);
    }
  };
  const read = async (what: string, ...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    if (answer === 'reverted') {
      errors.push({ source: 'ens', code: 'reverted', message: `The contract refuses the record "${what}".` });
    }
    if (answer === 'absent' || answer === 'reverted') return undefined;
    return answer.length === 0 ? undefined : readBytes(answer);
  };
  const address = await read('address', 'addr(bytes32,uint256)', word(coinOfEther));
  const content = await read('contenthash', 'contenthash(bytes32)');
  const texts: Record<string, string> = {};
  for (const key of textKeys) {
    const value = await read(key, 'text(bytes32,string)', dynamic(key));
    if (value !== undefined && value.length > 0) texts[key] = Buffer.from(value).toString();
  }
  const records = {
    address: address?.length === 20 && address.some((byte) => byte !== 0) ? checksummed(address) : null,
    content_hash: content === undefined || content.length === 0 ? null : readContentHash(content),
    texts,
  };
  const isEmpty =
    records.address === null && records.content_hash === null && Object.keys(texts).length === 0;
  return { block: presentBlock(gateway, block), records: isEmpty ? null : records, errors };
}

async function call(data: Uint8Array, parts: Omit<Parameters<typeof callWithLookups>[2], never>) {
  const result = await callWithLookups(universalResolver, data, parts);
  if ('returned' in result)
    return result.returned.length === 0 ? 'absent' : new AbiReader(result.returned).bytes(0);
  return absent.some((one) => one.equals(result.reverted.subarray(0, 4))) ? 'absent' : 'reverted';
}

function readBytes(answer: Uint8Array): Uint8Array {
  try {
    return new AbiReader(answer).bytes(0);
  } catch (error) {
    if (!(error instanceof AbiError)) throw error;
    throw new UpstreamFailed(`The resolver's answer can not be read: ${error.message}`);
  }
}

export function presentBlock({ chain }: ChainGateway, { number, time }: Block) {
  return { chain, number, time };
}
