import { readFile, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { startAgentProcess } from '../../support/agent/agent-process.ts';
import { startShipper } from '../../support/agent/agent-shipper.ts';
import { fakeKey, startFakeCollector } from '../../support/agent/fake-collector.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

/** A door with TLS before a collector; returns its port. */
async function listenWithTls(
  t: ExecutionContext,
  files: { certificate: string; key: string },
  collector: string,
): Promise<number> {
  const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
  const server = createServer({ cert, key }, (socket) => {
    const inner = connect(Number(new URL(collector).port), '127.0.0.1');
    socket.pipe(inner).pipe(socket);
    socket.on('error', () => inner.destroy());
    inner.on('error', () => socket.destroy());
    socket.on('close', () => inner.destroy());
  });
  server.on('tlsClientError', () => undefined);
  return await listen(t, server);
}

async function listen(t: ExecutionContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('with authorities of its own, it ships to whom they vouch for and to nobody else', async (t) => {
  const directory = await temporaryDirectory(t);
  const collector = await startFakeCollector(t);
  const known = await makeCertificate(directory, 'known');
  const stranger = await makeCertificate(directory, 'stranger');
  const url = `https://127.0.0.1:${await listenWithTls(t, known, collector.url)}`;
  const strangeUrl = `https://127.0.0.1:${await listenWithTls(t, stranger, collector.url)}`;
  const authorities = await readFile(known.certificate, 'utf8');
  const sender = await startShipper(t, directory, [strangeUrl], {
    destination: { collectors: [strangeUrl], key: fakeKey, authorities },
  });
  sender.send(10);
  await until(() => sender.shipper.state.collectors[0]?.condition === 'unreachable');
  t.regex(sender.shipper.state.collectors[0]?.lastError ?? '', /certificate|SELF_SIGNED/i);
  t.is(collector.requests, 0);
  sender.shipper.use({ collectors: [url], key: fakeKey, authorities });
  await until(() => collector.rows.length === 10);
  // Without them, those of the system decide, and they know neither.
  const plain = await startShipper(t, join(directory, 'plain'), [url]);
  plain.send(5);
  await until(() => plain.shipper.state.collectors[0]?.condition === 'unreachable');
  t.is(collector.rows.length, 10);
  await plain.stop(0);
});

test('a proxy that the environment names is not used', async (t) => {
  const collector = await startFakeCollector(t);
  let asked = 0;
  const proxy = createHttpServer((_request, response) => {
    asked++;
    response.writeHead(200).end();
  });
  proxy.on('connect', (_request, socket) => {
    asked++;
    socket.destroy();
  });
  const address = `http://127.0.0.1:${await listen(t, proxy)}`;
  const directory = await temporaryDirectory(t);
  const file = join(directory, 'packets');
  await writeFile(file, '50');
  const args = ['--read', file, '--state', join(directory, 'state'), '--collector', collector.url];
  const agent = startAgentProcess(t, ['run', ...args, '--key', fakeKey], {
    NODE_USE_ENV_PROXY: '1',
    ...Object.fromEntries(
      ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [name, address]),
    ),
  });
  t.is(await agent.ended, 0, agent.stderr());
  t.is(collector.rows.length, 50);
  t.is(asked, 0);
});
