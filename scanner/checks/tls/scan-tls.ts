import type { Finding, ScanError } from '../../ports/finding.ts';
import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { ProbeError, type TlsTarget } from '../../ports/tls-session.ts';
import { judgeIssuer } from '../../protocols/caa/judge-issuer.ts';
import { TrustAnchors } from '../../protocols/tls/verify/trust-anchors.ts';
import type { LogList } from '../../protocols/transparency/followed-logs.ts';
import { askRecords, errorsOf } from '../ask-records.ts';
import { climb } from '../caa/climb.ts';
import { verdictsOf } from '../caa/verdicts-of.ts';
import { judgeEndpoint } from './judge-endpoint.ts';
import { judgeStrictTransport, judgeVersions } from './judge-server.ts';
import { lookAtSession, type SessionView } from './look-at-session.ts';
import { probeOlderVersions, withChosenVersion } from './probe-versions.ts';
import { fetchStrictTransport } from './read-strict-transport.ts';
import type { TlsEndpoint, TlsResult } from './tls-result.ts';

/** Of each family. */
const mostAddresses = 4;
const alpn = ['h2', 'http/1.1'];

export interface TlsScannerParts {
  /** Certificates of the authorities that are trusted, DER. */
  readonly roots: readonly Uint8Array[];
  /** Logs whose timestamps are verified; none are if it is absent. */
  readonly logs?: LogList | undefined;
  /** 443 unless said otherwise. */
  readonly port?: number;
}

/**
 * Creates the scanner of a domain's web server: certificates, whether CAA permits their issuer, versions, stapling,
 * HSTS.
 */
export function createTlsScanner({ roots, logs, port = 443 }: TlsScannerParts): Scanner<TlsResult> {
  let anchors: TrustAnchors | undefined;
  return {
    id: 'tls',
    async scan(domain, ports) {
      // With the first scan: reading some 140 certificates would keep a start waiting.
      anchors ??= new TrustAnchors(roots);
      const trust = { anchors, logs };
      const answers = await Promise.all([
        askRecords(domain, 'A', ports, 'tls'),
        askRecords(domain, 'AAAA', ports, 'tls'),
      ]);
      const addresses = answers.flatMap(({ records }) =>
        records.slice(0, mostAddresses).map(({ text }) => text),
      );
      const targets = addresses.map((address) => ({
        address,
        port,
        serverName: domain,
        alpn,
        signal: ports.signal,
      }));
      const [tried, older, strictTransport, way] = await Promise.all([
        Promise.all(targets.map((target) => tryAddress(target, trust, ports))),
        targets[0] === undefined ? [] : probeOlderVersions(ports.tls, targets[0]),
        targets.length === 0 ? null : fetchStrictTransport(domain, ports),
        targets.length === 0 ? undefined : climb(domain, ports),
      ]);
      const views = withVersions(tried, older);
      const endpoints = views.map(({ endpoint }) => endpoint);
      const certificate = endpoints[0]?.chain[0] ?? null;
      return {
        result: {
          valid: endpoints.length === 0 ? null : endpoints.every(({ valid }) => valid),
          certificate,
          endpoints: addresses.length === 0 && errorsOf(answers).length > 0 ? null : endpoints,
          strictTransport,
        },
        findings: distinct([
          ...reachability(domain, addresses.length, views.length, errorsOf(answers).length > 0),
          ...views.flatMap(({ view, endpoint }) => [
            ...judgeEndpoint(view),
            ...view.timestamps,
            ...judgeVersions(endpoint),
          ]),
          ...judgeStrictTransport(domain, strictTransport),
          ...(way === undefined || certificate === null
            ? []
            : judgeIssuer(domain, verdictsOf(way), certificate).findings),
        ]),
        errors: [...errorsOf(answers), ...tried.flatMap((one) => ('error' in one ? one.error : []))],
      };
    },
  };
}

type Tried = { readonly view: SessionView } | { readonly error: ScanError };

async function tryAddress(
  target: TlsTarget,
  trust: { readonly anchors: TrustAnchors; readonly logs: LogList | undefined },
  { tls, clock }: Pick<ScanPorts, 'tls' | 'clock'>,
): Promise<Tried> {
  try {
    const session = await tls.handshake(target);
    return { view: lookAtSession(session, target, trust, clock.now()) };
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    const message = `${target.address} port ${target.port}: ${error.message}`;
    return { error: { source: 'tls', code: error.failure, message } };
  }
}

/** Older versions are tried at the first address alone: one that chooses alike is taken for the same server. */
function withVersions(
  tried: readonly Tried[],
  older: TlsEndpoint['versions'],
): { view: SessionView; endpoint: TlsEndpoint }[] {
  const [first] = tried;
  const choice = ({ version, cipher }: SessionView['endpoint']) => `${version} ${cipher}`;
  return tried.flatMap((one) => {
    if (!('view' in one)) return [];
    const { endpoint } = one.view;
    const isAlike =
      first !== undefined && 'view' in first && choice(first.view.endpoint) === choice(endpoint);
    const known = isAlike ? older : older.map(({ version }) => ({ version, accepted: null }));
    return [
      { view: one.view, endpoint: { ...endpoint, versions: withChosenVersion(known, endpoint.version) } },
    ];
  });
}

function reachability(domain: string, addresses: number, answered: number, unasked: boolean): Finding[] {
  const rule = 'RFC 9110 section 4.2.2';
  if (addresses === 0 && unasked) {
    const message = `The addresses of ${domain} could not be looked up.`;
    return [{ code: 'addresses_unanswered', status: 'unknown', message, rule }];
  }
  if (addresses === 0) {
    const message = `${domain} has no address, so there is no web server to look at.`;
    return [{ code: 'no_address', status: 'info', message, rule }];
  }
  if (answered === 0) {
    const message = `No address of ${domain} shook hands over TLS.`;
    return [{ code: 'no_tls', status: 'unknown', message, rule }];
  }
  return [];
}

/** Addresses of one server show the same; it is told once. */
function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [`${one.code} ${one.message}`, one])).values()];
}
