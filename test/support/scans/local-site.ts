import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';
import { createTlsProbe } from '../../../scanner/network/tls/create-tls-probe.ts';
import type { ScanPorts } from '../../../scanner/ports/scanner.ts';
import { makeAuthority, makeServer } from '../x509/make-certificate.ts';
import { offlineWorld } from './offline-world.ts';
import { recordedDns } from './recorded-dns.ts';

const lived = {
  notBefore: new Date(Date.now() - 86_400_000),
  notAfter: new Date(Date.now() + 60 * 86_400_000),
};
const address = '127.0.0.1';

export interface LocalSite {
  /** A URL of the site with its own port. */
  url(path?: string, host?: string): string;
  /** The world as a scan sees it: the usual ports of these hosts lead to the site. */
  open(signal: AbortSignal): ScanPorts;
}

export interface LocalSiteOptions {
  readonly hosts?: readonly string[];
  /** As recordedDns() reads it; addresses of the hosts are there already. `{certificate}` is the SHA-256 of the site's certificate. */
  readonly dns?: string;
  /** What is answered over http: the same unless said otherwise; null where nobody listens. */
  readonly plain?: RequestListener | null;
  /** Nobody listens there. */
  readonly withoutTls?: boolean;
  /** Nobody vouches for the certificate. */
  readonly isUntrusted?: boolean;
}

/** A site on loopback over https and http, with a real certificate, and the real ways to it. */
export async function startLocalSite(
  t: ExecutionContext,
  handle: RequestListener,
  {
    hosts = ['www.example'],
    dns = '',
    plain = handle,
    withoutTls = false,
    isUntrusted = false,
  }: LocalSiteOptions = {},
): Promise<LocalSite> {
  const authority = makeAuthority('Local root', lived);
  const server = makeServer([...hosts], authority, lived);
  const key = server.key.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const secure = createTlsServer({ key, cert: `${server.pem}\n${authority.pem}` }, handle);
  const tlsPort = withoutTls ? 9 : await listen(t, secure);
  const plainPort = plain === null ? 9 : await listen(t, createServer(plain));
  const policy = new AddressPolicy(['127.0.0.1/32']);
  const extraAuthorities = isUntrusted ? [] : [authority.pem];
  const digest = createHash('sha256').update(server.der).digest('hex');
  const guarded = createGuardedFetch({
    resolver: { addresses: async (name) => (hosts.includes(name) ? [address] : []) },
    policy,
    userAgent: 'sonde test',
    extraAuthorities,
  });
  const probe = createTlsProbe({ policy, extraAuthorities });
  const toLocal = (text: string) => {
    const url = new URL(text);
    if (url.port === '') url.port = String(url.protocol === 'https:' ? tlsPort : plainPort);
    return url.href;
  };
  return {
    url: (path = '/', host = hosts[0]!) => `https://${host}:${tlsPort}${path}`,
    open: (signal) => ({
      ...offlineWorld(
        signal,
        recordedDns(
          `${hosts.map((host) => `${host} A ${address}`).join('\n')}\n${dns.replaceAll('{certificate}', digest)}`,
        ),
      ),
      fetch: async (url, options) => {
        const { trace, ...answer } = await guarded(toLocal(url), options);
        // Who asked at the usual port is told of the usual port.
        const isUsual = new URL(url).port === '';
        return {
          ...answer,
          ...(trace && { trace: isUsual ? { ...trace, url: withoutPort(trace.url) } : trace }),
        };
      },
      tls: {
        handshake: (target) =>
          probe.handshake({ ...target, port: target.port === 443 ? tlsPort : target.port }),
      },
    }),
  };
}

function withoutPort(text: string): string {
  const url = new URL(text);
  url.port = '';
  return url.href;
}

async function listen(t: ExecutionContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
