import { createHash, X509Certificate } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { injectableServer, mailServer, talkingServer } from '../../../support/scans/smtp-servers.ts';
import type { Ending } from '../../../support/temporary-directory.ts';
import { makeAuthority, makeServer, type Sample } from '../../../support/x509/make-certificate.ts';
import { addresses } from './mail-lab-zones.ts';

const day = 86_400_000;
const now = Date.now();
const inDate = { notBefore: new Date(now - day), notAfter: new Date(now + 30 * day) };

const authority = makeAuthority('Mail Lab CA', inDate);
const good = makeServer(['mail.good.example', 'mail.ta.example'], authority, inDate);
const old = { notBefore: new Date(now - 9 * day), notAfter: new Date(now - day) };
const stale = makeServer(['mail.stale.example'], authority, old);

/** The authority to trust, in PEM. */
export const authorityPem = authority.pem;

export const digests = { server: keyDigest(good), authority: keyDigest(authority) };

function keyDigest({ der }: Sample): string {
  const spki = new X509Certificate(der).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('hex');
}

function credentials(sample: Sample): { key: string; cert: string } {
  return {
    key: sample.key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: sample.pem + authority.pem,
  };
}

const policy = (mx: string) => `version: STSv1\r\nmode: enforce\r\nmx: ${mx}\r\nmax_age: 2592000\r\n`;

/** What the policy host of each domain answers. */
const policies: Readonly<Record<string, (response: ServerResponse) => void>> = {
  good: (response) => response.end(policy('mail.good.example')),
  stale: (response) => response.end(policy('mail.stale.example')),
  wrong: (response) => response.end(policy('*.wrong.example')),
  leaky: (response) => response.setHeader('content-type', 'text/html').end(policy('*.leaky.example')),
  uncovered: (response) => response.end(policy('*.uncovered.example')),
  moved: (response) =>
    response.writeHead(302, { location: 'https://mta-sts.good.example/.well-known/mta-sts.txt' }).end(),
  hostile: (response) => {
    const pour = () => {
      while (response.writable && response.write('mx: a.example\n'.repeat(4_096)));
      if (response.writable) response.once('drain', pour);
    };
    pour();
  },
  slow: (response) => {
    response.write('version: STSv1\n');
  },
};

/** Starts them all; they end with `t`. */
export async function startMailLabServers(t: Ending): Promise<void> {
  await startPolicyHosts(t);
  await mailServers(t);
}

async function startPolicyHosts(t: Ending): Promise<void> {
  const context = (sample: Sample) => createSecureContext(credentials(sample));
  const own = makeServer(
    Object.keys(policies).map((name) => `mta-sts.${name}.example`),
    authority,
    inDate,
  );
  const contexts = new Map([
    ['mta-sts.stale.example', context(makeServer(['mta-sts.stale.example'], authority, old))],
    ['mta-sts.wrong.example', context(makeServer(['www.wrong.example'], authority, inDate))],
  ]);
  const usual = context(own);
  const server = createServer(
    { ...credentials(own), SNICallback: (name, done) => done(null, contexts.get(name) ?? usual) },
    (request, response) => {
      response.setHeader('content-type', 'text/plain');
      response.on('error', () => {});
      const [, name = ''] = /^mta-sts\.(.*)\.example$/.exec(request.headers.host ?? '') ?? [];
      if (request.url === '/.well-known/mta-sts.txt' && name in policies) policies[name]!(response);
      else response.writeHead(404).end();
    },
  );
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(443, addresses.web, resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
}

async function mailServers(t: Ending): Promise<void> {
  await mailServer(t, credentials(good), { address: addresses.good, port: 25 });
  await mailServer(t, credentials(good), { address: addresses.good, port: 587 });
  await mailServer(t, { disabledCommands: ['STARTTLS'] }, { address: addresses.clear, port: 25 });
  await mailServer(t, credentials(stale), { address: addresses.stale, port: 25 });
  const { key, cert } = credentials(good);
  const leaky = injectableServer({ key: Buffer.from(key), cert: Buffer.from(cert) });
  await talkingServer(t, leaky, { address: addresses.leaky, port: 25 });
  await talkingServer(t, (socket) => pour(socket), { address: addresses.endless, port: 25 });
  await talkingServer(t, (socket) => void socket.write('220-wait\r\n'), {
    address: addresses.slow,
    port: 25,
  });
}

function pour(socket: {
  writable: boolean;
  write(text: string): boolean;
  once(event: 'drain', then: () => void): unknown;
}): void {
  while (socket.writable && socket.write('220-and on\r\n'.repeat(1_000)));
  if (socket.writable) socket.once('drain', () => pour(socket));
}
