import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { readAddressBook } from '../names/i2p/i2p-name.ts';
import type { SubscribedBooks } from '../names/i2p/subscribed-books.ts';
import { NameDirectory } from '../names/name-directory.ts';
import { AddressPolicy } from '../network/address-policy.ts';
import { createDnsNetwork } from '../network/dns/create-dns-network.ts';
import { createRouterLookup } from '../network/sam/create-router-lookup.ts';
import type { DnsResolution } from '../ports/dns-resolution.ts';
import { readTrustAnchors } from '../protocols/dnssec/chain/trust-anchor.ts';
import { VerifiedSignatures } from '../protocols/dnssec/crypto/verified-signatures.ts';
import { ValidatingResolution } from '../protocols/dnssec/validating-resolution.ts';
import type { ScannerConfig } from '../settings.ts';

/** A router that has to look for a lease set takes its time. */
const samMilliseconds = 30_000;

interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

export interface NameSettings {
  readonly ethereumRpc: readonly string[];
  readonly polygonRpc: readonly string[];
  readonly baseRpc: readonly string[];
  readonly namecoinRpc: string | undefined;
  readonly handshakeRoot: readonly ServerAddress[];
  readonly handshakeAnchor: string | undefined;
  readonly i2pAddressBooks: readonly string[];
  readonly i2pSam: ServerAddress | undefined;
}

type Given = NameSettings &
  Pick<ScannerConfig, 'allowedNetworks' | 'scanQuestions' | 'scanTime' | 'scanSockets' | 'dnssecSha1'>;

/**
 * Creates the directory that looks up names of systems other than the DNS, in the subscribed address books too. Rejects
 * if a file of the settings can't be read.
 */
export async function createNameDirectory(
  config: Given,
  subscribed: Pick<SubscribedBooks, 'books'> = { books: [] },
): Promise<NameDirectory> {
  const files = config.i2pAddressBooks.map(async (file) =>
    readAddressBook(basename(file), await readFile(resolve(file), 'utf8')),
  );
  const own = await Promise.all(files);
  return new NameDirectory({
    clock,
    gateways: { ethereum: config.ethereumRpc, polygon: config.polygonRpc, base: config.baseRpc },
    handshake: config.handshakeRoot.length === 0 ? undefined : await belowHandshake(config),
    get books() {
      return [...own, ...subscribed.books];
    },
    namecoin: config.namecoinRpc,
    router:
      config.i2pSam === undefined
        ? undefined
        : createRouterLookup({
            ...config.i2pSam,
            policy: new AddressPolicy(config.allowedNetworks),
            timeoutMilliseconds: samMilliseconds,
          }),
  });
}

/** Our own resolver with another root, and with that root's keys in place of the Internet's. */
async function belowHandshake(config: Given): Promise<(signal: AbortSignal) => DnsResolution> {
  const network = createDnsNetwork({
    policy: new AddressPolicy(config.allowedNetworks),
    rootServers: [
      { name: 'handshake-root.invalid', addresses: config.handshakeRoot.map(({ address }) => address) },
    ],
    ports: new Map(config.handshakeRoot.map(({ address, port }) => [address, port])),
    clock,
    random,
    maxSockets: config.scanSockets,
  });
  const { handshakeAnchor: file, dnssecSha1: sha1 } = config;
  const anchors = file === undefined ? undefined : readTrustAnchors(await readFile(resolve(file), 'utf8'));
  const verified = new VerifiedSignatures();
  return (signal) => {
    const budget = { questions: config.scanQuestions, milliseconds: config.scanTime, signal };
    const plain = network.forScan(budget);
    return anchors === undefined
      ? plain
      : new ValidatingResolution(plain, { anchors, clock, sha1, verified });
  };
}
