import { domainToASCII } from 'node:url';
import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DnsResolution } from '../ports/dns-resolution.ts';
import type { Fetch } from '../ports/fetch.ts';
import { ChainGateway, type ChainName } from './ethereum/chain-gateway.ts';
import { namehash, normalizeName } from './ethereum/namehash.ts';
import { resolveEns } from './ethereum/resolve-ens.ts';
import { resolveRegistry } from './ethereum/resolve-registry.ts';
import { type AddressBook, destinationHash, judgeI2p } from './i2p.ts';
import type { FoundName, NameAnswer, NameError } from './name-answer.ts';
import type { Reading } from './name-kind.ts';
import { invalid, type Judgement, judgeOnion } from './onion.ts';
import { resolveHandshake } from './resolve-handshake.ts';

/** About the time from one block of Ethereum to the next. */
const cacheMilliseconds = 12_000;
const maxCached = 1_024;

export interface NameDirectoryParts {
  readonly clock: Clock;
  /** URLs of JSON-RPC. */
  readonly gateways: Readonly<Record<ChainName, string | undefined>>;
  /** The DNS below Handshake's root. */
  readonly handshake: ((signal: AbortSignal) => DnsResolution) | undefined;
  readonly books: readonly AddressBook[];
}

interface Network {
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
}

/** Names beside the DNS, resolved by what the operator set up and by nobody else; the DNS itself is never asked for them. */
export class NameDirectory {
  readonly #parts: NameDirectoryParts;
  readonly #cache: ExpiringCache<NameAnswer>;

  constructor(parts: NameDirectoryParts) {
    this.#parts = parts;
    this.#cache = new ExpiringCache(maxCached, parts.clock);
  }

  /** `name`: as `readingsOf` takes it. Throws UpstreamFailed if a gateway that was asked fails. */
  async resolve(name: string, { kind, reason }: Reading, network: Network): Promise<NameAnswer> {
    const key = `${kind} ${name}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const { name: normalized, valid, reason: remark, hash } = judge(name, kind);
    const found = valid ? await this.#find(normalized, kind, network) : nothing([]);
    const own = kind === 'i2p' && typeof found.resolved?.hash === 'string' ? found.resolved.hash : hash;
    const queriedAt = new Date(this.#parts.clock.now()).toISOString();
    const answer = {
      name: normalized,
      kind,
      reason,
      valid,
      remark,
      hash: own,
      ...found,
      queried_at: queriedAt,
    };
    this.#cache.set(key, answer, cacheMilliseconds);
    return answer;
  }

  async #find(name: string, kind: Reading['kind'], network: Network): Promise<FoundName> {
    switch (kind) {
      case 'ens':
        return this.#ens(name, network);
      case 'registry':
        return this.#registry(name, network);
      case 'handshake': {
        const { handshake } = this.#parts;
        if (handshake === undefined) return nothing([notConfigured('handshake', 'SONDE_HANDSHAKE_ROOT')]);
        return resolveHandshake(name, handshake(network.signal));
      }
      case 'i2p':
        return this.#i2p(name);
      case 'onion':
        return nothing([unsupported('tor', 'An onion service has no records; its address is its key.')]);
      case 'namecoin':
        return nothing([unsupported('namecoin', 'Names of Namecoin can not be looked up yet.')]);
    }
  }

  async #ens(name: string, { fetch, signal }: Network): Promise<FoundName> {
    const url = this.#parts.gateways.ethereum;
    if (url === undefined) return nothing([notConfigured('ethereum', 'SONDE_ETHEREUM_RPC')]);
    const gateway = new ChainGateway('ethereum', url, fetch, signal);
    const { block, records, errors } = await resolveEns(name, gateway, fetch, signal);
    return { resolved: records, sources: ['ethereum'], blocks: [block], errors };
  }

  async #registry(name: string, { fetch, signal }: Network): Promise<FoundName> {
    const { gateways } = this.#parts;
    const chains = ['base', 'polygon', 'ethereum'] as const;
    const asked = await Promise.all(
      chains.map(async (chain) => {
        const url = gateways[chain];
        if (url === undefined) return undefined;
        return resolveRegistry(name, new ChainGateway(chain, url, fetch, signal));
      }),
    );
    const answers = asked.filter((one) => one !== undefined);
    const resolved = answers.flatMap(({ block, records }) =>
      records === null ? [] : [[block.chain, records]],
    );
    return {
      resolved: resolved.length === 0 ? null : Object.fromEntries(resolved),
      sources: answers.map(({ block }) => block.chain),
      blocks: answers.map(({ block }) => block),
      errors: chains.flatMap((chain) =>
        gateways[chain] === undefined ? [notConfigured(chain, `SONDE_${chain.toUpperCase()}_RPC`)] : [],
      ),
    };
  }

  /** Names of I2P are local: each book may know another destination, so that all are told. */
  #i2p(name: string): FoundName {
    const { books } = this.#parts;
    if (name.endsWith('.b32.i2p')) {
      const message = 'The lease set of an address is not looked up: that needs a router of I2P.';
      return nothing([unsupported('i2p', message)]);
    }
    if (books.length === 0) return nothing([notConfigured('i2p', 'SONDE_I2P_ADDRESS_BOOKS')]);
    const entries = books.flatMap((book) => {
      const destination = book.hosts.get(name);
      return destination === undefined
        ? []
        : [{ book: book.name, destination, ...destinationHash(destination) }];
    });
    const [first] = entries;
    return {
      resolved: first === undefined ? null : { hash: first.hash, address: first.address, entries },
      sources: books.map((book) => book.name),
      blocks: [],
      errors: [],
    };
  }
}

function judge(name: string, kind: Reading['kind']): Judgement & { readonly name: string } {
  switch (kind) {
    case 'ens':
    case 'registry': {
      const read = normalizeName(name);
      if ('reason' in read) return { name, ...invalid(read.reason) };
      const hash = `0x${Buffer.from(namehash(read.name)).toString('hex')}`;
      return { name: read.name, valid: true, reason: null, hash };
    }
    case 'onion':
      return { name, ...judgeOnion(name) };
    case 'i2p':
      return { name, ...judgeI2p(name) };
    case 'handshake':
    case 'namecoin': {
      const ascii = domainToASCII(name);
      const labels = ascii.split('.');
      const isName =
        ascii.length <= 253 &&
        labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
      return isName
        ? { name: ascii, valid: true, reason: null, hash: null }
        : { name, ...invalid('Labels have 1 to 63 letters, digits, hyphens and underscores.') };
    }
  }
}

function nothing(errors: NameError[]): FoundName {
  return { resolved: null, sources: [], blocks: [], errors };
}

function unsupported(source: string, message: string): NameError {
  return { source, code: 'unsupported', message };
}

function notConfigured(source: string, setting: string): NameError {
  return { source, code: 'not_configured', message: `Nobody can be asked: set ${setting} (docs/names.md).` };
}
