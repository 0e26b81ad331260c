import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { readAddressBook } from '../names/i2p.ts';
import { NameDirectory } from '../names/name-directory.ts';
import { AddressPolicy } from '../network/address-policy.ts';
import { createDnsNetwork } from '../network/dns/create-dns-network.ts';
import type { DnsResolution } from '../ports/dns-resolution.ts';
import { readTrustAnchors } from '../protocols/dnssec/chain/trust-anchor.ts';
import { VerifiedSignatures } from '../protocols/dnssec/crypto/verified-signatures.ts';
import { ValidatingResolution } from '../protocols/dnssec/validating-resolution.ts';
import type { ScannerConfig } from '../settings.ts';

export interface NameSettings {
  readonly ethereumRpc: string | undefined;
  readonly polygonRpc: string | undefined;
  readonly baseRpc: string | undefined;
  readonly handshakeRoot: readonly string[];
  readonly handshakeAnchor: string | undefined;
  readonly i2pAddressBooks: readonly string[];
}

type Given = NameSettings &
  Pick<ScannerConfig, 'allowedNetworks' | 'scanQuestions' | 'scanTime' | 'scanSockets' | 'dnssecSha1'>;

/** Where names beside the DNS are looked up. Rejects if a file of the settings can't be read. */
export async function createNameDirectory(config: Given): Promise<NameDirectory> {
  const files = config.i2pAddressBooks.map(async (file) =>
    readAddressBook(basename(file), await readFile(resolve(file), 'utf8')),
  );
  return new NameDirectory({
    clock,
    gateways: { ethereum: config.ethereumRpc, polygon: config.polygonRpc, base: config.baseRpc },
    handshake: config.handshakeRoot.length === 0 ? undefined : await belowHandshake(config),
    books: await Promise.all(files),
  });
}

/** Our own resolver with another root, and with that root's keys in place of the Internet's. */
async function belowHandshake(config: Given): Promise<(signal: AbortSignal) => DnsResolution> {
  const network = createDnsNetwork({
    policy: new AddressPolicy(config.allowedNetworks),
    rootServers: [{ name: 'handshake-root.invalid', addresses: config.handshakeRoot }],
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
