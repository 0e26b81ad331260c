import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DnsResolution } from '../ports/dns-resolution.ts';
import type { RouterLookup } from '../ports/router-lookup.ts';
import type { ChainName } from './ethereum/chain-gateway.ts';
import { type EthereumUrls, findEns, findRegistry } from './ethereum/find-names.ts';
import type { AddressBook } from './i2p/i2p-name.ts';
import { resolveI2p } from './i2p/resolve-i2p.ts';
import { judgeName } from './judge-name.ts';
import { type FoundName, type NameAnswer, notConfigured, nothing, unsupported } from './name-answer.ts';
import type { Reading } from './name-kind.ts';
import { type NameNetwork, type NameWishes, usualWishes } from './name-system.ts';
import { resolveNamecoin } from './namecoin/resolve-namecoin.ts';
import { resolveHandshake } from './resolve-handshake.ts';

/** About the time from one block of Ethereum to the next. */
const cacheMilliseconds = 12_000;
const maxCached = 1_024;
/** A gateway whose latest block is older does not follow its chain. */
const staleMilliseconds = {
  ethereum: 10 * 60_000,
  polygon: 10 * 60_000,
  base: 10 * 60_000,
  namecoin: 6 * 3_600_000,
};

export interface NameDirectoryParts {
  readonly clock: Clock;
  /** URLs of JSON-RPC, of each chain. */
  readonly gateways: EthereumUrls;
  /** The DNS below Handshake's root. */
  readonly handshake: ((signal: AbortSignal) => DnsResolution) | undefined;
  readonly books: readonly AddressBook[];
  /** A router of I2P. */
  readonly router?: RouterLookup | undefined;
  /** The URL of a node of Namecoin by JSON-RPC. */
  readonly namecoin?: string | undefined;
}

/**
 * The name directory resolves names beside the DNS by the operator's own means and by nobody else; the DNS itself is
 * never asked for them.
 */
export class NameDirectory {
  readonly #parts: NameDirectoryParts;
  readonly #cache: ExpiringCache<NameAnswer>;

  constructor(parts: NameDirectoryParts) {
    this.#parts = parts;
    this.#cache = new ExpiringCache(maxCached, parts.clock);
  }

  /**
   * Resolves a name. `name`: as `readingsOf` takes it. Throws UpstreamFailed if a gateway that was asked fails,
   * InvalidInput for wishes.
   */
  async resolve(
    name: string,
    { kind, reason }: Reading,
    network: NameNetwork,
    wishes: NameWishes = usualWishes,
  ): Promise<NameAnswer> {
    const key = JSON.stringify([kind, name, wishes]);
    const known = this.#cache.get(key);
    if (known !== undefined) return known.reason === reason ? known : { ...known, reason };
    const { name: normalized, valid, reason: judged, hash } = judgeName(name, kind);
    const { remark, ...found } = valid
      ? await this.#find(normalized, kind, network, wishes)
      : { ...nothing([]), remark: undefined };
    const own = kind === 'i2p' && typeof found.resolved?.hash === 'string' ? found.resolved.hash : hash;
    const now = this.#parts.clock.now();
    const answer: NameAnswer = {
      name: normalized,
      kind,
      reason,
      valid,
      remark: judged ?? remark ?? null,
      hash: own,
      ...found,
      errors: [...found.errors, ...staleBlocks(found, now)],
      queried_at: new Date(now).toISOString(),
    };
    this.#cache.set(key, answer, cacheMilliseconds);
    return answer;
  }

  async #find(
    name: string,
    kind: Reading['kind'],
    network: NameNetwork,
    wishes: NameWishes,
  ): Promise<FoundName> {
    const { gateways, handshake, books, router, namecoin } = this.#parts;
    switch (kind) {
      case 'ens':
        return findEns(name, wishes, gateways.ethereum, network);
      case 'registry':
        return findRegistry(name, wishes, gateways, network);
      case 'handshake':
        if (handshake === undefined) return nothing([notConfigured('handshake', 'SONDE_HANDSHAKE_ROOT')]);
        return resolveHandshake(name, handshake(network.signal));
      case 'i2p': {
        const isAddress = name.endsWith('.b32.i2p');
        if (router === undefined && isAddress) return nothing([notConfigured('i2p', 'SONDE_I2P_SAM')]);
        if (router === undefined && books.length === 0) {
          return nothing([notConfigured('i2p', 'SONDE_I2P_SAM or SONDE_I2P_ADDRESS_BOOKS')]);
        }
        return resolveI2p(name, { books, lookup: router }, network);
      }
      case 'onion':
        return nothing([unsupported('tor', 'An onion service has no records; its address is its key.')]);
      case 'namecoin':
        if (namecoin === undefined) return nothing([notConfigured('namecoin', 'SONDE_NAMECOIN_RPC')]);
        return resolveNamecoin(name, namecoin, network);
    }
  }
}

function staleBlocks({ blocks }: FoundName, now: number): NameAnswer['errors'] {
  return blocks.flatMap(({ chain, time }) => {
    const limit = staleMilliseconds[chain as ChainName | 'namecoin'] ?? Number.POSITIVE_INFINITY;
    const message = `The latest block that ${chain} tells of is of ${time}: the gateway does not follow the chain.`;
    return now - Date.parse(time) > limit ? [{ source: chain, code: 'stale', message }] : [];
  });
}
