import { createHash, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { Issued, LabAuthority } from './lab-authority.ts';

export const addresses = { web: '198.18.10.1', mail: '198.18.10.25', registry: '198.18.12.1' } as const;

const policy = 'version: STSv1\r\nmode: enforce\r\nmx: mail.shop.example\r\nmax_age: 604800\r\n';

export interface LabCredentials {
  readonly web: Issued;
  readonly mail: Issued;
  readonly registry: Issued;
  /** The TLSA record of the mail server. */
  readonly tlsa: string;
}

export async function makeCredentials(authority: LabAuthority): Promise<LabCredentials> {
  const web = await authority.issue(['shop.example', '*.shop.example', '*.bulk.example', '*.many.example']);
  const mail = await authority.issue(['mail.shop.example']);
  const registry = await authority.issue(['rdap.nic.example']);
  return { web, mail, registry, tlsa: `3 1 1 ${publicKeyDigest(mail)}` };
}

/** The servers of shop.example: its site, its MTA-STS policy and its mail exchanger, on their real ports. */
export async function startLabServers(
  { web, mail }: LabCredentials,
  pauseMilliseconds: () => number,
): Promise<{ stop(): Promise<void> }> {
  const site = createServer({ ...web, minVersion: 'TLSv1.2' }, async (request, response) => {
    await delay(pauseMilliseconds());
    response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
    response.setHeader('content-type', 'text/plain');
    response.end(request.url === '/.well-known/mta-sts.txt' ? policy : 'hello');
  });
  await listen(site, 443, addresses.web);
  const exchangers = [mailServer(mail), mailServer(mail)];
  await Promise.all(
    exchangers.map((server, index) => listen(server, index === 0 ? 25 : 587, addresses.mail)),
  );
  return {
    stop: async () => {
      site.closeAllConnections();
      site.close();
      await Promise.all(exchangers.map((server) => new Promise<void>((resolve) => server.close(resolve))));
    },
  };
}

function mailServer({ key, cert }: Issued): SMTPServer {
  const server = new SMTPServer({ authOptional: true, logger: false, name: 'mail.shop.example', key, cert });
  server.on('error', () => {});
  return server;
}

function listen(server: Server | SMTPServer, port: number, address: string): Promise<void> {
  return new Promise((resolve) => {
    server.listen(port, address, () => resolve());
  });
}

function publicKeyDigest({ cert }: Issued): string {
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('hex');
}
