import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { policySignatureHeader } from '@sonde/shared/policy/signature.ts';
import test, { type ExecutionContext } from 'ava';
import { downloadPolicy } from '../../../resolver-plugin/policy/download-policy.ts';

async function serve(t: ExecutionContext, listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/policy`);
}

const options = { headers: { authorization: 'Bearer key' }, signal: new AbortController().signal };
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { fault?: string }) => error.fault,
  );

test('a policy with its signature, and nothing where it is the same', async (t) => {
  const url = await serve(t, (request, response) => {
    t.is(request.headers.authorization, 'Bearer key');
    if (request.headers['if-none-match'] === '"one"' && request.url === '/policy?since=7')
      response.writeHead(304).end();
    else response.writeHead(200, { etag: '"one"', [policySignatureHeader]: 'ed25519=x' }).end('{}');
  });
  t.deepEqual(await downloadPolicy({ ...options, url }), {
    bytes: Buffer.from('{}'),
    signature: 'ed25519=x',
    entityTag: '"one"',
  });
  t.is(await downloadPolicy({ ...options, url, held: { version: 7, entityTag: '"one"' } }), undefined);
});

test('the collector is told how the policy held is enforced', async (t) => {
  const asked: (string | undefined)[] = [];
  const url = await serve(t, (request, response) => {
    asked.push(request.url);
    response.writeHead(304).end();
  });
  const held = { version: 7, entityTag: '"one"' };
  const enforced = { serial: 4_000_000_000, notEnforced: 2, refusedVersion: 8 };
  await downloadPolicy({ ...options, url, held, wait: 25, enforced });
  await downloadPolicy({ ...options, url, held, enforced: { ...enforced, refusedVersion: undefined } });
  t.deepEqual(asked, [
    '/policy?since=7&wait=25&serial=4000000000&not_enforced=2&refused=8',
    '/policy?since=7&serial=4000000000&not_enforced=2',
  ]);
});

test('a collector that is away, refuses, sends elsewhere or cuts off is unavailable', async (t) => {
  const refused = await serve(t, (_request, response) => response.writeHead(403).end('no'));
  t.is(await faultOf(downloadPolicy({ ...options, url: refused })), 'unavailable');
  const moved = await serve(t, (_request, response) =>
    response.writeHead(302, { location: refused.href }).end(),
  );
  t.is(await faultOf(downloadPolicy({ ...options, url: moved })), 'unavailable');
  const cut = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{', () => response.destroy());
  });
  t.is(await faultOf(downloadPolicy({ ...options, url: cut })), 'unavailable');
  const hanging = await serve(t, () => undefined);
  const signal = AbortSignal.timeout(50);
  t.is(await faultOf(downloadPolicy({ ...options, url: hanging, signal })), 'unavailable');
  t.is(await faultOf(downloadPolicy({ ...options, url: new URL('http://127.0.0.1:1/') })), 'unavailable');
});
