import { ProbeError } from '../../../ports/scans/tls-session.ts';
import { FetchError } from '../../../ports/system/fetch.ts';
import { type AskedRecords, askRecords, errorsOf } from '../ask-records.ts';
import type { ScanPart, ScanPorts } from '../scanner.ts';
import { followAliases } from '../svcb/follow-aliases.ts';
import type { ServiceBindingEntry } from '../svcb/svcb-result.ts';
import type { AdvertisedTransport, EncryptedDnsResult, EncryptedTransport } from './encrypted-dns-result.ts';

const source = 'encrypted-dns';
const ports = { doq: 853, dot: 853, doh: 443 } as const;
const mostAddresses = 2;
/** A query for the root's name servers, RFC 8484 section 4.1: the identifier is 0. */
const query = Buffer.from('0000010000010000000000000000020001', 'hex');
const maxBytes = 8 * 1024;

/** Looks at the encrypted ways into a DNS server that is named like the domain. */
export async function testEncryptedDns(
  domain: string,
  scan: ScanPorts,
): Promise<ScanPart<EncryptedDnsResult>> {
  const [bindings, four, six] = await Promise.all([
    followAliases(`_dns.${domain}`, 'SVCB', scan),
    askRecords(domain, 'A', scan, source),
    askRecords(domain, 'AAAA', scan, source),
  ]);
  const entries = bindings.bindings
    .map(({ entry }) => entry)
    .filter(({ priority, usable }) => priority > 0 && usable);
  const advertised = {
    doq: advertisedBy(entries, ['doq'], ports.doq, domain),
    dot: advertisedBy(entries, ['dot'], ports.dot, domain),
    doh: advertisedBy(entries, ['h2', 'h3', 'http/1.1'], ports.doh, domain).filter(
      ({ path }) => path !== null,
    ),
  };
  const [dot, doh] = await Promise.all([
    tryTls(domain, advertised.dot, [four, six], scan),
    tryHttps(domain, advertised.doh, scan),
  ]);
  return {
    result: { domain, doq: aboutQuic(domain, advertised.doq), dot, doh },
    findings: [],
    errors: errorsOf([...bindings.answers, four, six]).map((error) => ({ ...error, source })),
  };
}

function advertisedBy(
  entries: readonly ServiceBindingEntry[],
  protocols: readonly string[],
  usualPort: number,
  domain: string,
): AdvertisedTransport[] {
  return entries
    .filter(({ alpn }) => alpn.some((protocol) => protocols.includes(protocol)))
    .map(({ target, port, dohpath }) => ({
      target: target === '.' ? domain : target,
      port: port ?? usualPort,
      path: dohpath,
    }));
}

function aboutQuic(domain: string, advertised: readonly AdvertisedTransport[]): EncryptedTransport {
  const said =
    advertised.length > 0 ? `${domain} advertises it in SVCB records` : `${domain} does not advertise it`;
  return {
    status: 'unsupported',
    message: `DNS over QUIC can't be tried: there is no QUIC in this program. ${said}.`,
    advertised,
    milliseconds: null,
  };
}

/** DNS over TLS, at the place that is advertised or else at the domain's addresses. */
async function tryTls(
  domain: string,
  advertised: readonly AdvertisedTransport[],
  own: readonly AskedRecords[],
  scan: ScanPorts,
): Promise<EncryptedTransport> {
  const [first = { target: domain, port: ports.dot }] = advertised;
  const answers =
    first.target === domain
      ? own
      : await Promise.all([
          askRecords(first.target, 'A', scan, source),
          askRecords(first.target, 'AAAA', scan, source),
        ]);
  const addresses = answers.flatMap(({ records }) => records.slice(0, mostAddresses).map(({ text }) => text));
  let last: EncryptedTransport = {
    status: 'unreachable',
    message: `${first.target} has no address.`,
    advertised,
    milliseconds: null,
  };
  for (const address of addresses) {
    const target = {
      address,
      port: first.port,
      serverName: first.target,
      alpn: ['dot'],
      signal: scan.signal,
    };
    try {
      const { milliseconds, trusted, trustError } = await scan.tls.handshake(target);
      const trust = trusted ? '' : ` Its certificate does not verify (${trustError}).`;
      const message = `${address} shook hands on port ${first.port}.${trust}`;
      return { status: 'works', message, advertised, milliseconds };
    } catch (error) {
      if (!(error instanceof ProbeError)) throw error;
      const status = error.failure === 'refused' ? 'refused' : 'unreachable';
      last = {
        status,
        message: `${address} port ${first.port}: ${error.message}`,
        advertised,
        milliseconds: null,
      };
    }
  }
  return last;
}

/** DNS over HTTPS, where it is advertised: paths are not guessed. */
async function tryHttps(
  domain: string,
  advertised: readonly AdvertisedTransport[],
  { fetch, signal, clock }: ScanPorts,
): Promise<EncryptedTransport> {
  const [first] = advertised;
  if (first?.path == null) {
    const message = `${domain} tells no path for DNS over HTTPS.`;
    return { status: 'not_advertised', message, advertised, milliseconds: null };
  }
  const path = first.path.replace('{?dns}', `?dns=${query.toString('base64url')}`);
  const authority = first.port === ports.doh ? first.target : `${first.target}:${first.port}`;
  const began = clock.now();
  try {
    const { status, headers, body } = await fetch(`https://${authority}${path}`, {
      headers: { accept: 'application/dns-message' },
      signal,
      maxBytes,
    });
    await body[Symbol.asyncIterator]().return?.();
    const works = status === 200 && headers['content-type'] === 'application/dns-message';
    const message = works
      ? `${authority} answered.`
      : `${authority} answered with status ${status} and no DNS message.`;
    return { status: works ? 'works' : 'refused', message, advertised, milliseconds: clock.now() - began };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const message = `${authority}: ${error.message}`;
    return { status: 'unreachable', message, advertised, milliseconds: null };
  }
}
