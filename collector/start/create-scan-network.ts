import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from '../config/settings.ts';
import { readTrustAnchors, rootTrustAnchors } from '../domain/dnssec/chain/trust-anchor.ts';
import { VerifiedSignatures } from '../domain/dnssec/crypto/verified-signatures.ts';
import { ValidatingResolution } from '../domain/dnssec/validating-resolution.ts';
import type { BootstrapSource } from '../domain/registration/rdap/rdap-bootstrap.ts';
import { RegistrationDirectory } from '../domain/registration/registration-directory.ts';
import { createChecks } from '../domain/scan/create-checks.ts';
import type { Check } from '../domain/scan/run/check.ts';
import type { OpenScan } from '../domain/scan/run/run-scan.ts';
import { rememberSessions } from '../domain/scan/smtp/remember-sessions.ts';
import { readLogList } from '../domain/tls/timestamps/log-list.ts';
import { AddressPolicy } from '../network/address-policy.ts';
import { createDnsNetwork } from '../network/dns/create-dns-network.ts';
import { knownRootServers } from '../network/dns/known-root-servers.ts';
import { createNameResolver } from '../network/dns/name-resolver.ts';
import { readRootHints } from '../network/dns/root-hints.ts';
import { createGuardedFetch } from '../network/guarded-fetch.ts';
import { createQuicProbe } from '../network/quic/create-quic-probe.ts';
import { createSmtpProbe } from '../network/smtp/create-smtp-probe.ts';
import { createTlsProbe } from '../network/tls/create-tls-probe.ts';
import { readTrustRoots } from '../network/tls/read-trust-roots.ts';
import { createWhoisExchange } from '../network/whois/create-whois-exchange.ts';
import type { QuicProbe } from '../ports/scans/quic-probe.ts';
import { systemClock as clock, systemRandom as random } from './system.ts';
import { version } from './version.ts';

/** Of all scans together. */
const fetchesAtOnce = 256;

const settingsOfNetwork = [
  'allowedNetworks',
  'authorities',
  'certificateLogs',
  'certificateSearch',
  'dnssecSha1',
  'domainBlocklists',
  'propagationResolvers',
  'rdapBootstrap',
  'resolvers',
  'rootHints',
  'scanQuestions',
  'scanSockets',
  'scanTime',
  'trustAnchor',
  'whoisRoot',
] as const satisfies readonly (keyof Config)[];

export type ScanNetworkConfig = Pick<Config, (typeof settingsOfNetwork)[number]>;

export interface ScanNetwork {
  /** The network as one scan sees it, with budgets of its own. */
  readonly openScan: OpenScan;
  readonly checks: readonly Check[];
  readonly quic: QuicProbe;
}

/** The way of scans into the network, and the checks that go it. Rejects where a file of the settings can't be read. */
export async function createScanNetwork(config: ScanNetworkConfig): Promise<ScanNetwork> {
  const [hints, anchors, authorities, logs] = await Promise.all(
    [config.rootHints, config.trustAnchor, config.authorities, config.certificateLogs].map(readSetting),
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
  const verified = new VerifiedSignatures();
  const trusted = readTrustAnchors(anchors ?? rootTrustAnchors);
  const extraAuthorities = authorities === undefined ? [] : [authorities];
  const probe = { policy, extraAuthorities };
  const tls = createTlsProbe(probe);
  const smtp = createSmtpProbe({ ...probe, heloName: hostname() });
  const resolver = createNameResolver(network);
  const whois = createWhoisExchange({ policy, resolver });
  const registrations = await createRegistrations(config);
  const fetch = createGuardedFetch({
    ...probe,
    resolver,
    userAgent: `Sonde/${version}`,
    atOnce: fetchesAtOnce,
  });
  return {
    quic: createQuicProbe({ policy, random }),
    openScan: (signal) => {
      const budget = { questions: config.scanQuestions, milliseconds: config.scanTime, signal };
      const validation = { anchors: trusted, clock, sha1: config.dnssecSha1, verified };
      const dns = new ValidatingResolution(network.forScan(budget), validation);
      return { dns, zones: network.zones, fetch, tls, smtp: rememberSessions(smtp), whois, clock, signal };
    },
    checks: createChecks({
      roots: readTrustRoots(extraAuthorities),
      logs: logs === undefined ? undefined : readLogList(logs),
      propagationResolvers: config.propagationResolvers,
      registrations,
      certificateSearch: config.certificateSearch,
      blocklists: config.domainBlocklists,
    }),
  };
}

/** Those settings and no others: what goes to another thread has no secrets in it. */
export function networkSettings(config: ScanNetworkConfig): ScanNetworkConfig {
  return Object.fromEntries(settingsOfNetwork.map((name) => [name, config[name]])) as ScanNetworkConfig;
}

/** Undefined where the operator wants no registry to be asked. */
async function createRegistrations({
  rdapBootstrap,
  whoisRoot,
}: Pick<ScanNetworkConfig, 'rdapBootstrap' | 'whoisRoot'>): Promise<RegistrationDirectory | undefined> {
  if (rdapBootstrap === 'off' && whoisRoot === 'off') return undefined;
  return new RegistrationDirectory({
    rdap: rdapBootstrap === 'off' ? undefined : await bootstrapSource(rdapBootstrap),
    whoisRoot: whoisRoot === 'off' ? undefined : whoisRoot,
    clock,
  });
}

async function bootstrapSource(setting: string): Promise<BootstrapSource> {
  return /^https?:\/\//i.test(setting)
    ? { url: setting }
    : { text: await readFile(resolve(setting), 'utf8') };
}

async function readSetting(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : readFile(resolve(file), 'utf8');
}
