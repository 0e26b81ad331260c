import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { createChecks } from '../checks/create-checks.ts';
import { rememberSessions } from '../checks/smtp/remember-sessions.ts';
import { createLoadedPageReader } from '../checks/tech/load-rules.ts';
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
import packageJson from '../package.json' with { type: 'json' };
import type { QuicProbe } from '../ports/quic-probe.ts';
import type { PageReader } from '../ports/web-page.ts';
import { readTrustAnchors, rootTrustAnchors } from '../protocols/dnssec/chain/trust-anchor.ts';
import { VerifiedSignatures } from '../protocols/dnssec/crypto/verified-signatures.ts';
import { ValidatingResolution } from '../protocols/dnssec/validating-resolution.ts';
import type { BootstrapSource } from '../protocols/registration/rdap/rdap-bootstrap.ts';
import { RegistrationDirectory } from '../protocols/registration/registration-directory.ts';
import { readLogList } from '../protocols/transparency/followed-logs.ts';
import type { Check } from '../run/check.ts';
import type { OpenScan } from '../run/run-scan.ts';
import type { ScannerConfig } from '../settings.ts';
import { pageRulesFiles } from './page-rules-files.ts';

/** Of all scans together. */
const fetchesAtOnce = 256;

export interface ScanNetwork {
  /** The network as one scan sees it, with budgets of its own. */
  readonly openScan: OpenScan;
  readonly checks: readonly Check[];
  readonly quic: QuicProbe;
}

/**
 * Creates the way of scans into the network, and the checks that go it; pages are read in this thread unless said
 * otherwise. Rejects if a file of the settings can't be read.
 */
export async function createScanNetwork(config: ScannerConfig, reader?: PageReader): Promise<ScanNetwork> {
  const pages = reader ?? (await createLoadedPageReader(pageRulesFiles(config)));
  const [hints, anchors, authorities, logs] = await Promise.all(
    [config.rootHints, config.trustAnchor, config.authorities, config.certificateLogs].map(readSetting),
  );
  const policy = new AddressPolicy(config.allowedNetworks);
  const network = createDnsNetwork({
    policy,
    rootServers: hints === undefined ? knownRootServers : readRootHints(hints),
    stub: config.resolvers,
    asksSpecialNames: hints !== undefined || config.resolvers.length > 0,
    handshakeEndings: new Set(config.handshakeEndings),
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
    userAgent: `Sonde/${packageJson.version}`,
    atOnce: fetchesAtOnce,
  });
  return {
    quic: createQuicProbe({ policy, random }),
    openScan: (signal) => {
      const budget = { questions: config.scanQuestions, milliseconds: config.scanTime, signal };
      const validation = { anchors: trusted, clock, sha1: config.dnssecSha1, verified };
      const dns = new ValidatingResolution(network.forScan(budget), validation);
      return {
        dns,
        zones: network.zones,
        fetch,
        tls,
        smtp: rememberSessions(smtp),
        whois,
        pages,
        clock,
        signal,
      };
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

/** Undefined if the operator wants no registry to be asked. */
async function createRegistrations({
  rdapBootstrap,
  whoisRoot,
}: Pick<ScannerConfig, 'rdapBootstrap' | 'whoisRoot'>): Promise<RegistrationDirectory | undefined> {
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
