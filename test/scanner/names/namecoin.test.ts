import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { domainRecords } from '../../../scanner/names/namecoin/domain-value.ts';
import { testDirectory } from '../../support/names/name-directory.ts';

interface Shown {
  readonly value: string;
  readonly expired?: boolean;
}

/** A node of Namecoin that knows these names, and wants a user and a password. */
async function startNode(t: ExecutionContext, known: Readonly<Record<string, Shown>>, chain = 'main') {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.headers.authorization !== `Basic ${Buffer.from('user:pass:word').toString('base64')}`) {
      response.writeHead(401).end();
      return;
    }
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    const answer = (status: number, body: object) =>
      response.writeHead(status).end(JSON.stringify({ result: null, error: null, id, ...body }));
    if (method === 'getblockchaininfo') {
      const mediantime = Math.floor(Date.now() / 1_000) - 3_600;
      return answer(200, { result: { chain, blocks: 700_000, mediantime, initialblockdownload: false } });
    }
    asked.push(params[0]);
    const shown = known[params[0]];
    // As namecoind does: status 500 with the code of its wallet.
    if (shown === undefined) return answer(500, { error: { code: -4, message: 'name not found' } });
    return answer(200, {
      result: { name: params[0], txid: 'ab', height: 699_000, expires_in: 35_000, expired: false, ...shown },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const directory = (credentials: string) =>
    testDirectory({ namecoin: `http://${credentials}127.0.0.1:${port}/` });
  return { asked, directory, ...directory('user:pass%3Aword@') };
}

test('a name under .bit has the records of its value, and those below it by its map', async (t) => {
  const value = {
    ip: ['192.0.2.1', '192.0.2.2'],
    ip6: '2001:db8::1',
    tor: 'x.onion',
    email: 'a@example.com',
    map: { www: { alias: '' }, ftp: '192.0.2.3', deep: { map: { '*': { ip: '192.0.2.4' } } } },
  };
  const { resolve, asked } = await startNode(t, { 'd/example': { value: JSON.stringify(value) } });
  const answer = await resolve('example.bit', 'namecoin');
  t.like(answer, {
    valid: true,
    resolved: { ip: ['192.0.2.1', '192.0.2.2'], ip6: ['2001:db8::1'], tor: ['x.onion'], expires_in: 35_000 },
    sources: ['namecoin'],
    blocks: [{ chain: 'namecoin', number: 700_000 }],
    errors: [],
  });
  t.like((await resolve('www.example.bit', 'namecoin')).resolved, { alias: '', ip: [] });
  t.like((await resolve('ftp.example.bit', 'namecoin')).resolved, { ip: ['192.0.2.3'] });
  t.like((await resolve('any.deep.example.bit', 'namecoin')).resolved, { ip: ['192.0.2.4'] });
  const none = await resolve('other.example.bit', 'namecoin');
  t.deepEqual([none.resolved, none.errors[0]?.code], [null, 'no_records']);
  t.true(asked.every((name) => name === 'd/example'));
});

test('imports are followed, some; what is expired, is no JSON or is not there has no records', async (t) => {
  const imports = (name: string) => ({ value: JSON.stringify({ import: [[name]], ip: '192.0.2.9' }) });
  const { resolve, asked } = await startNode(t, {
    'd/one': imports('dd/two'),
    'dd/two': { value: JSON.stringify({ ip: '192.0.2.8', ns: ['ns.example.com'] }) },
    'd/circle': imports('d/circle'),
    'd/old': { value: '{}', expired: true },
    'd/text': { value: 'for sale' },
  });
  t.like((await resolve('one.bit', 'namecoin')).resolved, { ip: ['192.0.2.9'], ns: ['ns.example.com'] });
  t.like((await resolve('circle.bit', 'namecoin')).resolved, { ip: ['192.0.2.9'] });
  t.true(asked.filter((name) => name === 'd/circle').length <= 6);
  const codes = async (name: string) => {
    const { resolved, errors } = await resolve(name, 'namecoin');
    t.is(resolved, null);
    return errors.map(({ code }) => code);
  };
  t.deepEqual(await codes('old.bit'), ['expired']);
  t.deepEqual(await codes('text.bit'), ['no_records']);
  t.deepEqual(await codes('nobody.bit'), []);
  t.false((await resolve('a_b.bit', 'namecoin')).valid);
});

test('a node of another chain, one that lets nobody in, and one that is none are refused', async (t) => {
  const failure = async (promise: Promise<unknown>) =>
    (await t.throwsAsync(promise, { instanceOf: UpstreamFailed })).message;
  const test_ = await startNode(t, {}, 'test');
  t.regex(await failure(test_.resolve('example.bit', 'namecoin')), /serves the chain "test"/);
  const node = await startNode(t, {});
  t.regex(await failure(node.directory('').resolve('example.bit', 'namecoin')), /no JSON/);
});

test('whatever stands in a value, reading it ends, with texts alone', async (t) => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const value = fc.record(
    {
      ip: json,
      ip6: json,
      ns: json,
      map: fc.dictionary(fc.constantFrom('www', '*', '', 'a'), json),
      import: json,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(value, json),
      fc.array(fc.constantFrom('www', 'a', '__proto__'), { maxLength: 3 }),
      async (any, labels) => {
        let imported = 0;
        const records = await domainRecords(JSON.stringify(any), labels, async () => {
          imported++;
          return JSON.stringify(any);
        });
        t.true(imported <= 4);
        for (const list of [records?.ip, records?.ip6, records?.ns]) {
          t.true(list === undefined || list.every((one) => typeof one === 'string'));
        }
      },
    ),
  );
});
