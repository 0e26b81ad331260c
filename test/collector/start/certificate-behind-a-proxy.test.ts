import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { challengePath } from '../../../collector/http/server/challenge-server.ts';
import { startAcmeServer } from '../../support/acme/acme-server.ts';
import { startTestCollector } from '../../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

test('a collector whose port 80 is a proxy gets its certificate by http-01 through it', async (t) => {
  t.timeout(120_000);
  const upstream = Promise.withResolvers<number>();
  const passed: string[] = [];
  // As the page on certificates asks of a proxy: this path goes to the collector, whose certificate nobody trusts yet.
  const proxy = createServer(async (incoming, outgoing) => {
    const { url = '/', headers } = incoming;
    if (!url.startsWith(challengePath)) {
      outgoing.writeHead(404).end('of the proxy');
      return;
    }
    passed.push(url);
    const port = await upstream.promise;
    const target = { host: '127.0.0.1', port, path: url, headers, rejectUnauthorized: false };
    request(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    })
      .on('error', () => outgoing.writeHead(502).end())
      .end();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.teardown(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const authority = await startAcmeServer(t, { http: () => port, tls: () => 1 }, { challenges: ['http-01'] });
  const root = join(await temporaryDirectory(t), 'root.pem');
  await writeFile(root, authority.root);

  const { collector } = await startTestCollector(t, {
    acmeNames: 'sonde.example',
    acmeDirectory: authority.directory,
    acmeAuthorities: root,
    acmeChallenge: 'http-01',
    acmeHttpListen: '',
    acmeTermsAgreed: 'true',
    allowedNetworks: '127.0.0.0/8',
  });
  const own = (collector.addresses[0] as { port: number }).port;
  upstream.resolve(own);
  const ask = (path: string, ca?: string) =>
    new Promise<string>((resolve, reject) => {
      const given = {
        host: '127.0.0.1',
        port: own,
        path,
        servername: 'sonde.example',
        agent: false,
      } as const;
      request({ ...given, ...(ca === undefined ? { rejectUnauthorized: false } : { ca }) }, (answer) =>
        resolve(text(answer)),
      )
        .on('error', reject)
        .end();
    });
  await until(async () => /live/.test(await ask('/health/live', authority.root).catch(() => '')), 60_000);
  t.true(passed.length > 0);
  t.is(authority.certificates.size, 1);
  t.regex(
    await ask(`${challengePath}${'a'.repeat(43)}`),
    /no such challenge/i,
    'what nobody asked for is not there',
  );
});
