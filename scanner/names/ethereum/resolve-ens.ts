import { UpstreamFailed } from '@sonde/shared/errors.ts';
import limitConcurrency from 'p-limit';
import type { NameError } from '../name-answer.ts';
import type { NameNetwork, NameWishes } from '../name-system.ts';
import { AbiError, AbiReader, type Argument, dynamic, encode, word } from './abi.ts';
import type { Block, ChainGateway } from './chain-gateway.ts';
import { type CoinAddress, coinAddress, coinOfEther } from './coins.ts';
import { readContentHash } from './content-hash.ts';
import { checksummed, namehash, selector, wireName } from './namehash.ts';
import { callUniversalResolver, type UniversalAnswer } from './universal-resolver.ts';

const usualTexts = ['avatar', 'url', 'description', 'email'];
const usualCoins = [coinOfEther, 0, 501];
/** Questions under way to one gateway. */
const atOnce = 4;

/** The ENS records are a type and not an interface, so that they are plain JSON for comparison. */
export type EnsRecords = {
  /** Of Ether. */
  readonly address: string | null;
  readonly addresses: readonly CoinAddress[];
  readonly content_hash: ReturnType<typeof readContentHash> | null;
  readonly texts: Readonly<Record<string, string>>;
};

type Wanted = Pick<NameWishes, 'coins' | 'texts'>;
type Found = { readonly records: EnsRecords | null; readonly errors: readonly NameError[] };

/** Resolves the records of a normalised name as of one block; null if there is none. Throws UpstreamFailed. */
export async function resolveEns(
  name: string,
  wishes: Wanted,
  { gateway, block, network }: { gateway: ChainGateway; block: Block; network: NameNetwork },
): Promise<Found> {
  const errors: NameError[] = [];
  const node = namehash(name);
  const turns = limitConcurrency(atOnce);
  const read = (what: string, signature: string, ...more: readonly Argument[]) =>
    turns(async () => {
      const inner = Buffer.concat([selector(signature), encode([word(node), ...more])]);
      const data = encode([dynamic(wireName(name)), dynamic(inner)]);
      const call = Buffer.concat([selector('resolve(bytes,bytes)'), data]);
      const answer = await callUniversalResolver(call, { gateway, block, ...network });
      if (answer.kind === 'reverted') {
        errors.push({
          source: 'ens',
          code: 'reverted',
          message: `The contract refuses the record "${what}".`,
        });
      }
      return innerAnswer(answer);
    });
  const coins = [...new Set([...usualCoins, ...wishes.coins])];
  const keys = [...new Set([...usualTexts, ...wishes.texts])];
  const [addresses, content, texts] = await Promise.all([
    Promise.all(
      coins.map(async (coin) => {
        const answer = await read(`address of coin ${coin}`, 'addr(bytes32,uint256)', word(coin));
        // Resolvers that are older than coin types know but the address of Ether.
        const older = answer === undefined && coin === coinOfEther;
        const bytes = older ? await read('address', 'addr(bytes32)').then(addressOfWord) : innerValue(answer);
        return bytes === undefined || bytes.every((byte) => byte === 0) ? [] : [coinAddress(coin, bytes)];
      }),
    ),
    read('contenthash', 'contenthash(bytes32)'),
    Promise.all(
      keys.map(async (key) => {
        const value = innerValue(await read(key, 'text(bytes32,string)', dynamic(key)));
        return value === undefined ? [] : [[key, Buffer.from(value).toString()] as const];
      }),
    ),
  ]);
  const contentHash = innerValue(content);
  const known = addresses.flat();
  const records: EnsRecords = {
    address: known.find(({ coin_type: type }) => type === coinOfEther)?.address ?? null,
    addresses: known,
    content_hash: contentHash === undefined ? null : readContentHash(contentHash),
    texts: Object.fromEntries(texts.flat()),
  };
  const isEmpty = known.length === 0 && records.content_hash === null && texts.flat().length === 0;
  // The answers come in any order.
  errors.sort((one, other) => (one.message < other.message ? -1 : 1));
  return { records: isEmpty ? null : records, errors };
}

/** What the resolver answered, inside of what the Universal Resolver did. */
function innerAnswer(answer: UniversalAnswer): Uint8Array | undefined {
  if (answer.kind !== 'returned') return undefined;
  const inner = readable(() => answer.values.bytes(0));
  return inner.length === 0 ? undefined : inner;
}

/** A value of type `bytes` or `string`; undefined if it is empty. */
function innerValue(answer: Uint8Array | undefined): Uint8Array | undefined {
  if (answer === undefined) return undefined;
  const value = readable(() => new AbiReader(answer).bytes(0));
  return value.length === 0 ? undefined : value;
}

function addressOfWord(answer: Uint8Array | undefined): Uint8Array | undefined {
  return answer === undefined ? undefined : readable(() => new AbiReader(answer).address(0));
}

function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AbiError)) throw error;
    throw new UpstreamFailed(`The resolver's answer can not be read: ${error.message}`);
  }
}

/**
 * Resolves the primary name of an address (ENSIP-19) as of one block. Whether its address is that one, the contract
 * verifies, and so do we.
 */
export async function primaryName(
  address: Uint8Array,
  { gateway, block, network }: { gateway: ChainGateway; block: Block; network: NameNetwork },
): Promise<{ readonly claimed: string | null; readonly mismatch: string | null }> {
  const data = encode([dynamic(address), word(coinOfEther)]);
  const call = Buffer.concat([selector('reverse(bytes,uint256)'), data]);
  const answer = await callUniversalResolver(call, { gateway, block, ...network });
  if (answer.kind === 'mismatch') {
    const { primary, address: other } = answer;
    const message = `The address has the primary name ${primary}, which leads to ${checksumOrHex(other)}.`;
    return { claimed: null, mismatch: message };
  }
  if (answer.kind !== 'returned') return { claimed: null, mismatch: null };
  const claimed = Buffer.from(readable(() => answer.values.bytes(0))).toString();
  return { claimed: claimed === '' ? null : claimed.slice(0, 1_000), mismatch: null };
}

function checksumOrHex(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'no address';
  return bytes.length === 20 ? checksummed(bytes) : `0x${Buffer.from(bytes).toString('hex').slice(0, 128)}`;
}
