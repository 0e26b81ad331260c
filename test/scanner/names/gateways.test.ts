import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import test, { type ExecutionContext } from 'ava';
import { AbiReader, dynamic, encode, strings, word } from '../../../scanner/names/ethereum/abi.ts';
import { selector } from '../../../scanner/names/ethereum/namehash.ts';
import { universalResolver } from '../../../scanner/names/ethereum/resolve-ens.ts';
import { proxyReaders } from '../../../scanner/names/ethereum/resolve-registry.ts';
import { NameDirectory } from '../../../scanner/names/name-directory.ts';
import type { NameKind } from '../../../scanner/names/name-kind.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';

const owner = '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;
type Contract = (data: Buffer) => { returned: Uint8Array } | { reverted: Uint8Array };

interface Node {
  readonly contract: Contract;
  readonly chainId?: string;
  /** Answers in place of the node. */
  readonly instead?: (url: string) => { status?: number; location?: string; text: string } | undefined;
}

/** A node that speaks JSON-RPC, with the gateway of a contract beside it. */
async function startNode(t: ExecutionContext, { contract, chainId = '0x1', instead }: Node) {
  const calls: { to: string; block: string }[] = [];
  const gatewayUrls: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const other = instead?.(request.url ?? '');
    if (other !== undefined) {
      response.writeHead(
        other.status ?? 200,
        other.location === undefined ? {} : { location: other.location },
      );
      response.end(other.text);
      return;
    }
    if (request.method === 'GET') {
      gatewayUrls.push(request.url ?? '');
      response.end(JSON.stringify({ data: hex(Buffer.from('signed')) }));
      return;
    }
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    const answer = (body: object) => response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    if (method === 'eth_chainId') return answer({ result: chainId });
    if (method === 'eth_getBlockByNumber')
      return answer({ result: { number: '0x10', timestamp: '0x65000000' } });
    calls.push({ to: params[0].to, block: params[1] });
    const result = contract(Buffer.from(params[0].data.slice(2), 'hex'));
    if ('returned' in result) return answer({ result: hex(result.returned) });
    return answer({ error: { code: 3, message: 'execution reverted', data: hex(result.reverted) } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetch = createGuardedFetch({
    resolver: { addresses: async () => [] },
    policy: new AddressPolicy(['127.0.0.1/32']),
    userAgent: 'sonde test',
  });
  const names = new NameDirectory({
    clock: Date,
    gateways: { ethereum: url, polygon: undefined, base: undefined },
    handshake: undefined,
    books: [],
  });
  const resolve = (name: string, kind: NameKind) =>
    names.resolve(name, { kind, reason: 'test' }, { fetch, signal: AbortSignal.timeout(20_000) });
  return { url, calls, gatewayUrls, resolve };
}

/** What the Universal Resolver answers for a record of one resolver. */
const record: Contract = (data) => {
  const inner = Buffer.from(new AbiReader(data.subarray(4)).bytes(1));
  const isAddress = inner.subarray(0, 4).equals(selector('addr(bytes32,uint256)'));
  const isUrl = inner.includes('url');
  const value = isAddress ? Buffer.from(owner, 'hex') : isUrl ? 'https://example.com' : '';
  return { returned: encode([dynamic(encode([dynamic(value)])), word(Buffer.from(owner, 'hex'))]) };
};

const lookup =
  (urls: readonly string[], sender = universalResolver): Contract =>
  () => ({
    reverted: Buffer.concat([
      selector('OffchainLookup(address,string[],bytes,bytes4,bytes)'),
      // A bytes4 stands on the left of its word.
      encode([
        word(Buffer.from(sender.slice(2), 'hex')),
        strings(urls),
        dynamic('question'),
        { word: Buffer.concat([Buffer.from('aabbccdd', 'hex'), Buffer.alloc(28)]) },
        dynamic('extra'),
      ]),
    ]),
  });

async function failure(t: ExecutionContext, promise: Promise<unknown>): Promise<string> {
  return (await t.throwsAsync(promise, { instanceOf: UpstreamFailed })).message;
}

test('a name is resolved at one block, which is told, and once for its time', async (t) => {
  const { calls, resolve } = await startNode(t, { contract: record });
  const answer = await resolve('nick.eth', 'ens');
  t.deepEqual(answer.resolved, {
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    content_hash: null,
    texts: { url: 'https://example.com' },
  });
  t.deepEqual(answer.blocks, [{ chain: 'ethereum', number: 16, time: '2023-09-12T06:06:56.000Z' }]);
  t.true(calls.every(({ to, block }) => to === universalResolver && block === '0x10'));
  const asked = calls.length;
  t.is(await resolve('nick.eth', 'ens'), answer);
  t.is(calls.length, asked);
});

test('a name without a resolver has no records, and that is no failure', async (t) => {
  const contract: Contract = () => ({
    reverted: Buffer.concat([selector('ResolverNotFound(bytes)'), encode([dynamic('x')])]),
  });
  const { resolve } = await startNode(t, { contract });
  const { resolved, errors, sources } = await resolve('nobody.eth', 'ens');
  t.deepEqual({ resolved, errors, sources }, { resolved: null, errors: [], sources: ['ethereum'] });
});

test('the gateway that a contract names is asked, and its answer goes back to the contract', async (t) => {
  let url = '';
  const seen: string[] = [];
  const contract: Contract = (data) => {
    if (hex(data.subarray(0, 4)) !== '0xaabbccdd') return lookup([`${url}/{sender}/{data}.json`])(data);
    const reader = new AbiReader(data.subarray(4));
    seen.push(Buffer.from(reader.bytes(0)).toString(), Buffer.from(reader.bytes(1)).toString());
    return { returned: encode([dynamic(encode([dynamic(Buffer.from(owner, 'hex'))])), word(1)]) };
  };
  const node = await startNode(t, { contract });
  url = node.url;
  const answer = await node.resolve('off.eth', 'ens');
  t.is(answer.resolved?.address, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  t.deepEqual(seen.slice(0, 2), ['signed', 'extra']);
  t.is(node.gatewayUrls[0], `/${universalResolver}/${hex(Buffer.from('question'))}.json`);
});

test('hostile contracts are refused with the reason', async (t) => {
  const refused = async (contract: Contract) =>
    failure(t, (await startNode(t, { contract })).resolve('bad.eth', 'ens'));
  t.regex(await refused(lookup(['http://127.0.0.1/{data}'], proxyReaders.base)), /another contract/);
  t.regex(await refused(lookup(['http://10.0.0.1/{data}'])), /must not be connected to/);
  t.regex(await refused(lookup(['file:///etc/passwd'])), /none that is reached over HTTP/);
  t.regex(await refused(() => ({ returned: Buffer.alloc(64, 0xff) })), /can not be read/);
  let url = '';
  const endless = await startNode(t, { contract: (data) => lookup([`${url}/{data}`])(data) });
  url = endless.url;
  t.regex(await failure(t, endless.resolve('endless.eth', 'ens')), /more than 4 lookups/);
  t.is(endless.gatewayUrls.length, 4);
});

test('hostile gateways are refused with the reason', async (t) => {
  const answering = async (node: Partial<Node>) =>
    failure(t, (await startNode(t, { contract: record, ...node })).resolve('nick.eth', 'ens'));
  t.regex(await answering({ chainId: '0x89' }), /serves chain 137 and not 1/);
  t.regex(await answering({ instead: () => ({ text: 'x'.repeat(300_000) }) }), /too much/);
  t.regex(await answering({ instead: () => ({ text: '<html>' }) }), /no JSON/);
  t.regex(await answering({ instead: () => ({ text: '[]' }) }), /no answer to the question/);
  const redirect = { status: 302, location: 'http://10.0.0.1/', text: '' };
  t.regex(await answering({ instead: () => redirect }), /redirect/);
});

test('the registry is asked on each chain that is configured, and says which is not', async (t) => {
  const values = ['0xabc', '', '', '["192.0.2.1"]', '', '', '', ''];
  const node = await startNode(t, { contract: () => ({ returned: encode([strings(values)]) }) });
  const answer = await node.resolve('brad.crypto', 'registry');
  t.deepEqual(answer.resolved, {
    ethereum: { 'crypto.ETH.address': '0xabc', 'dns.A': '["192.0.2.1"]' },
  });
  t.deepEqual(
    answer.errors.map(({ source, code }) => [source, code]),
    [
      ['base', 'not_configured'],
      ['polygon', 'not_configured'],
    ],
  );
  t.deepEqual([...new Set(node.calls.map(({ to }) => to))], [proxyReaders.ethereum]);
  const short = await startNode(t, { contract: () => ({ returned: encode([strings(['a'])]) }) });
  t.regex(await failure(t, short.resolve('brad.crypto', 'registry')), /no list/);
});

test('nothing is looked up for an invalid name or without a gateway', async (t) => {
  const node = await startNode(t, { contract: record });
  const wrong = await node.resolve('a..eth', 'ens');
  t.deepEqual([wrong.valid, wrong.resolved, node.calls.length], [false, null, 0]);
  const handshake = await node.resolve('welcome', 'handshake');
  t.deepEqual(handshake.errors[0]?.code, 'not_configured');
  t.is((await node.resolve('x.bit', 'namecoin')).errors[0]?.code, 'unsupported');
});
