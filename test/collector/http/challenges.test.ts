import { once } from 'node:events';
import { connect as connectPlain, createServer } from 'node:net';
import { connect } from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { challengeListener, serveChallenges } from '../../../collector/http/server/challenge-server.ts';
import { serve } from '../../../collector/http/server/serve.ts';
import type { ServedCertificate } from '../../../collector/http/server/served-certificate.ts';
import type { TlsMaterial } from '../../../collector/ports/system/serving-certificates.ts';
import { systemRandom } from '../../support/system-random.ts';
import { makeAuthority, makeServer } from '../../support/x509/make-certificate.ts';

const loopback = { kind: 'tcp', host: '127.0.0.1', port: 0 } as const;
const token = 'evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ';

test('without TLS the challenge is answered, people are sent on to https, and nothing else is served', async (t) => {
  const asked: string[] = [];
  const answer = async (given: string) => {
    asked.push(given);
    if (given === `${token}x`) throw new Error('the database is away');
    return given === token ? `${token}.thumb` : undefined;
  };
  const listener = challengeListener(answer, {
    names: ['sonde.example', 'dns.example'],
    publicUrl: 'https://sonde.example:8443/',
  });
  const serving = await serveChallenges(listener, loopback);
  t.teardown(() => serving.stop());
  const { port } = serving.address as { port: number };
  /** As it is written: a client of HTTP would put some of it in order. */
  const ask = async (path: string, host = 'sonde.example', method = 'GET') => {
    const socket = connectPlain(port, '127.0.0.1');
    socket.end(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const text = Buffer.concat(await socket.toArray()).toString();
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.slice(9, 12)), location: /^Location: (.*)$/m.exec(head)?.[1], body };
  };
  const path = '/.well-known/acme-challenge/';
  t.like(await ask(path + token), { status: 200, body: `${token}.thumb` });
  t.like(await ask(`${path}${token.toLowerCase()}`), { status: 404 });
  t.like(await ask(`${path}${token}x`), { status: 503 });
  asked.length = 0;
  for (const odd of ['', 'short', `${token}/..`, `..%2f${token}`, token.padEnd(600, 'a'), `${token}?x=1`]) {
    t.is((await ask(path + odd)).status, 404, odd);
  }
  t.deepEqual(asked, []);
  t.like(await ask('/threats?page=2'), {
    status: 308,
    location: 'https://sonde.example:8443/threats?page=2',
  });
  t.like(await ask('/', 'DNS.example:80'), { status: 308, location: 'https://dns.example/' });
  for (const [odd, host] of [
    ['/', 'evil.example'],
    ['http://evil.example/', 'sonde.example'],
    ['/', 'sonde.example@evil.example'],
  ] as const)
    t.like(await ask(odd, host), { status: 404, location: undefined });
  t.is((await ask('/api/auth/login', 'sonde.example', 'POST')).status, 405);
});

async function diverted(t: ExecutionContext) {
  const dates = { notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 86_400_000) };
  const root = makeAuthority('Root', dates);
  const material = (name: string): TlsMaterial => {
    const made = makeServer([name], root, dates);
    return {
      cert: made.pem,
      key: made.key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    };
  };
  const asked: string[] = [];
  const tls: ServedCertificate = {
    material: material('sonde.example'),
    renew: () => {},
    challengeFor: async (name) => {
      asked.push(name);
      return name === 'sonde.example' ? material('challenge.example') : undefined;
    },
  };
  const serving = await serve((_request, response) => response.end('hello'), [loopback], systemRandom, {
    tls,
  });
  t.teardown(() => serving.stop(0));
  const { port } = serving.addresses[0] as { port: number };
  /** The name in the certificate that such a client is shown. */
  const shown = (ALPNProtocols: string[] | undefined, at = port) =>
    new Promise<string>((resolve) => {
      const options = { host: '127.0.0.1', port: at, servername: 'sonde.example', rejectUnauthorized: false };
      const socket = connect({ ...options, ...(ALPNProtocols && { ALPNProtocols }) }, () => {
        resolve(socket.getPeerCertificate().subject.CN as string);
        socket.destroy();
      }).on('error', ({ message }) => resolve(message));
    });
  return { port, shown, asked };
}

test('who looks for the challenge by TLS is shown its certificate, and all others the ordinary one', async (t) => {
  const { port, shown, asked } = await diverted(t);
  t.is(await shown(['acme-tls/1']), 'challenge.example');
  t.is(await shown(undefined), 'sonde.example');
  t.is(await shown(['http/1.1']), 'sonde.example');
  t.is(await shown(['acme-tls/1', 'http/1.1']), 'sonde.example');
  t.deepEqual(asked, ['sonde.example']);

  // Octet by octet, as by a slow line.
  const slow = createServer((client) => {
    const server = connectPlain({ port, host: '127.0.0.1', noDelay: true });
    server.pipe(client);
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('data', async (chunk) => {
      client.pause();
      for (const octet of chunk) {
        server.write(Buffer.from([octet]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      client.resume();
    });
    client.on('close', () => server.destroy());
  });
  t.teardown(() => slow.close());
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port: slowPort } = slow.address() as { port: number };
  t.is(await shown(['http/1.1'], slowPort), 'sonde.example');
  t.is(await shown(['acme-tls/1'], slowPort), 'challenge.example');
});

test('what is no hello is refused as ever, and who goes away in the middle harms nobody', async (t) => {
  const { port, shown } = await diverted(t);
  const say = async (octets: Buffer): Promise<Buffer> => {
    const socket = connectPlain(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.end(octets);
    return Buffer.concat(await socket.toArray().catch(() => []));
  };
  await say(Buffer.from('GET / HTTP/1.1\r\nHost: sonde.example\r\n\r\n'));
  await say(Buffer.from([22]));
  await say(Buffer.from([22, 3, 1, 0xff, 0xff, 1]));
  await say(Buffer.concat([Buffer.from([22, 3, 1, 0x40, 0]), Buffer.alloc(20_000, 1)]));
  t.is(await shown(['http/1.1']), 'sonde.example');
});
