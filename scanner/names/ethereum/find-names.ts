import { type FoundName, notConfigured, nothing } from '../name-answer.ts';
import { isAddress } from '../name-kind.ts';
import type { NameNetwork, NameWishes } from '../name-system.ts';
import { askChain } from './ask-chain.ts';
import type { ChainName } from './chain-gateway.ts';
import { normalizeName } from './namehash.ts';
import { primaryName, resolveEns } from './resolve-ens.ts';
import { resolveRegistry } from './resolve-registry.ts';

export type EthereumUrls = Readonly<Record<ChainName, readonly string[]>>;

/**
 * Finds a name of the Ethereum Name Service, or the primary name of an address. Throws UpstreamFailed, InvalidInput.
 */
export async function findEns(
  name: string,
  wishes: NameWishes,
  urls: readonly string[],
  network: NameNetwork,
): Promise<FoundName> {
  if (urls.length === 0) return nothing([notConfigured('ethereum', 'SONDE_ETHEREUM_RPC')]);
  if (isAddress(name)) return findPrimary(name, wishes, urls, network);
  const { block, answer, gateways } = await askChain(
    'ethereum',
    urls,
    wishes.agreement,
    network,
    (gateway, at) => resolveEns(name, wishes, { gateway, block: at, network }),
  );
  const { records, errors } = answer;
  return {
    resolved: records,
    sources: ['ethereum'],
    blocks: [block],
    agreement: gateways,
    errors: [...errors],
  };
}

/** An address may claim any name: only one that leads back to it is its primary name (ENSIP-3, ENSIP-19). */
async function findPrimary(
  address: string,
  { agreement }: NameWishes,
  urls: readonly string[],
  network: NameNetwork,
): Promise<FoundName> {
  const octets = Buffer.from(address.slice(2), 'hex');
  const { block, answer, gateways } = await askChain(
    'ethereum',
    urls,
    agreement,
    network,
    async (gateway, at) => {
      const parts = { gateway, block: at, network };
      const { claimed, mismatch } = await primaryName(octets, parts);
      if (claimed === null) return { claimed, refused: mismatch };
      const read = normalizeName(claimed);
      if ('reason' in read || read.name !== claimed) {
        return { claimed, refused: 'The name that the address claims is not normalised (ENSIP-15).' };
      }
      const { records } = await resolveEns(claimed, { coins: [], texts: [] }, parts);
      const leadsBack = records?.address?.toLowerCase() === address;
      return { claimed, refused: leadsBack ? null : `${claimed} does not lead back to the address.` };
    },
  );
  const { claimed, refused } = answer;
  return {
    resolved: claimed === null || refused !== null ? null : { primary_name: claimed, address },
    sources: ['ethereum'],
    blocks: [block],
    agreement: gateways,
    errors: refused === null ? [] : [{ source: 'ens', code: 'not_primary', message: refused }],
  };
}

/** Finds a name of the registry, on each chain that is configured. Throws UpstreamFailed, InvalidInput. */
export async function findRegistry(
  name: string,
  { agreement }: NameWishes,
  urls: EthereumUrls,
  network: NameNetwork,
): Promise<FoundName> {
  const chains = ['base', 'polygon', 'ethereum'] as const;
  const configured = chains.filter((chain) => urls[chain].length > 0);
  const found = await Promise.all(
    configured.map((chain) =>
      askChain(chain, urls[chain], agreement, network, (gateway, block) =>
        resolveRegistry(name, { gateway, block }),
      ),
    ),
  );
  const resolved = found.flatMap(({ block, answer: { records } }) =>
    records === null ? [] : [[block.chain, records] as const],
  );
  return {
    resolved: resolved.length === 0 ? null : Object.fromEntries(resolved),
    sources: [...configured],
    blocks: found.map(({ block }) => block),
    agreement: found.length === 0 ? null : Math.min(...found.map(({ gateways }) => gateways)),
    errors: chains.flatMap((chain) =>
      urls[chain].length === 0 ? [notConfigured(chain, `SONDE_${chain.toUpperCase()}_RPC`)] : [],
    ),
  };
}
