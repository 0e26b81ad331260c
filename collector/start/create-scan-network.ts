import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from '../config/settings.ts';
import { readTrustAnchors, rootTrustAnchors } from '../domain/dnssec/chain/trust-anchor.ts';
import { ValidatingResolution } from '../domain/dnssec/validating-resolution.ts';
import type { OpenScan } from '../domain/scan/run/run-scan.ts';
import { AddressPolicy } from '../network/address-policy.ts';
import { createDnsNetwork } from '../network/dns/create-dns-network.ts';
import { knownRootServers } from '../network/dns/known-root-servers.ts';
import { createNameResolver } from '../network/dns/name-resolver.ts';
import { readRootHints } from '../network/dns/root-hints.ts';
import { createGuardedFetch } from '../network/guarded-fetch.ts';
import { createSmtpProbe } from '../network/smtp/create-smtp-probe.ts';
import { ProbeError } from '../ports/scans/tls-session.ts';
import { systemClock as clock, systemRandom as random } from './system.ts';
import { version } from './version.ts';

type ScanNetworkConfig = Pick<
  Config,
  | 'allowedNetworks'
  | 'authorities'
  | 'resolvers'
  | 'rootHints'
  | 'scanQuestions'
  | 'scanSockets'
  | 'scanTime'
  | 'trustAnchor'
>;

/** The network as scans see it, each scan with budgets of its own. Rejects where a file of the settings can't be read. */
export async function createScanNetwork(config: ScanNetworkConfig): Promise<OpenScan> {
  const [hints, anchors, authorities] = await Promise.all(
    [config.rootHints, config.trustAnchor, config.authorities].map(readSetting),
  );
  const policy = new AddressPolicy(config.allowedNetworks);
  const network = createDnsNetwork({
    policy,
    rootServers: hints === undefined ? knownRootServers : readRootHints(hints),
    stub: config.resolvers,
    clock,
    random,
    maxSockets: config.scanSockets,
  });
  const trusted = readTrustAnchors(anchors ?? rootTrustAnchors);
  const extraAuthorities = authorities === undefined ? [] : [authorities];
  const resolver = createNameResolver(network);
  const smtp = createSmtpProbe({ policy, heloName: hostname(), extraAuthorities });
  const userAgent = `Sonde/${version}`;
  const fetch = createGuardedFetch({ resolver, policy, userAgent, extraAuthorities });
  return (signal) => {
    const plain = network.forScan({ questions: config.scanQuestions, milliseconds: config.scanTime, signal });
    return {
      dns: new ValidatingResolution(plain, { anchors: trusted, clock }),
      zones: network.zones,
      fetch,
      // No check of the table asks for it yet.
      tls: { handshake: unavailable },
      smtp,
      clock,
      signal,
    };
  };
}

async function unavailable(): Promise<never> {
  throw new ProbeError('unreachable', 'This installation has no such probe.');
}

async function readSetting(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : readFile(resolve(file), 'utf8');
}
