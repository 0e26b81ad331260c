import { InvalidInput, UpstreamFailed } from '@sonde/shared/errors.ts';
import test, { type ExecutionContext } from 'ava';
import { AbiReader, dynamic, encode, strings, word } from '../../../scanner/names/ethereum/abi.ts';
import { selector } from '../../../scanner/names/ethereum/namehash.ts';
import { proxyReaders } from '../../../scanner/names/ethereum/resolve-registry.ts';
import { universalResolver } from '../../../scanner/names/ethereum/universal-resolver.ts';
import { type ChainNodeOptions, hex, startChainNode } from '../../support/names/chain-node.ts';
import { testDirectory } from '../../support/names/name-directory.ts';

const owner = '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
type Contract = (data: Buffer) => { returned: Uint8Array } | { reverted: Uint8Array };
type Node = Omit<ChainNodeOptions, 'answering'> & { readonly contract: Contract };

/** A node with one contract, and a directory that asks it. */
async function startNode(t: ExecutionContext, { contract, ...options }: Node) {
  const node = await startChainNode(t, { ...options, answering: async (_to, data) => contract(data) });
  return { ...node, gatewayUrls: node.gets, ...testDirectory({ ethereum: [node.url] }) };
}

/** What the Universal Resolver answers for a record of one resolver. */
const record: Contract = (data) => {
  const inner = Buffer.from(new AbiReader(data.subarray(4)).bytes(1));
  const isAddress = inner.subarray(0, 4).equals(selector('addr(bytes32,uint256)'));
  const isUrl = inner.includes('url');
  const value =
    isAddress && inner.at(-1) === 60 ? Buffer.from(owner, 'hex') : isUrl ? 'https://example.com' : '';
  return { returned: encode([dynamic(encode([dynamic(value)])), word(Buffer.from(owner, 'hex'))]) };
};

/** The gateway of a contract beside a node. */
const signed = (url: string) =>
  url === '/' ? undefined : { text: JSON.stringify({ data: hex(Buffer.from('signed')) }) };

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
  t.like(answer.resolved, {
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    content_hash: null,
    texts: { url: 'https://example.com' },
  });
  t.like(answer, { blocks: [{ chain: 'ethereum', number: 16 }], errors: [], agreement: 1 });
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
  const node = await startNode(t, { contract, instead: signed });
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
  const endless = await startNode(t, {
    contract: (data) => lookup([`${url}/{data}`])(data),
    instead: signed,
  });
  url = endless.url;
  t.regex(await failure(t, endless.resolve('endless.eth', 'ens')), /more than 4 lookups/);
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

test('a list of the registry that is too short is refused', async (t) => {
  const short = await startNode(t, { contract: () => ({ returned: encode([strings(['a'])]) }) });
  t.regex(await failure(t, short.resolve('brad.crypto', 'registry')), /no list/);
  t.deepEqual([...new Set(short.calls.map(({ to }) => to))], [proxyReaders.ethereum]);
});

test('a gateway that does not follow its chain is told of', async (t) => {
  const { resolve } = await startNode(t, { contract: record, timestamp: 0x65000000 });
  const { resolved, errors, blocks } = await resolve('nick.eth', 'ens');
  t.truthy(resolved);
  t.is(blocks[0]?.time, '2023-09-12T06:06:56.000Z');
  t.deepEqual(
    errors.map(({ source, code }) => [source, code]),
    [['ethereum', 'stale']],
  );
});

/** Nodes of one chain, each as it is said. */
async function startNodes(t: ExecutionContext, ...nodes: readonly Partial<Node>[]) {
  const started = await Promise.all(nodes.map((node) => startNode(t, { contract: record, ...node })));
  return { started, ...testDirectory({ ethereum: started.map(({ url }) => url) }) };
}

test('where one gateway fails, the next is asked; where all do, the first says why', async (t) => {
  const broken = { instead: () => ({ status: 503, text: '{}' }) };
  const { resolve, started } = await startNodes(t, broken, {});
  t.is((await resolve('nick.eth', 'ens')).resolved?.address, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  t.true(started[1]!.calls.length > 0);
  const all = await startNodes(t, broken, { chainId: '0x2' });
  t.regex(await failure(t, all.resolve('nick.eth', 'ens')), /no\. 1 answered with status 503/);
});

test('gateways that are to agree are asked at one block, the latest that all of them have', async (t) => {
  const { resolve, started } = await startNodes(
    t,
    { head: 16 },
    { head: 18 },
    { instead: () => ({ text: '!' }) },
  );
  const answer = await resolve('nick.eth', 'ens', { agreement: 2 });
  t.like(answer, { agreement: 2, blocks: [{ number: 16 }] });
  for (const { calls } of started.slice(0, 2)) t.true(calls.every(({ block }) => block === '0x10'));
  t.regex(await failure(t, resolve('nick.eth', 'ens', { agreement: 3 })), /Only 2 of 3 gateways answered\./);
  await t.throwsAsync(resolve('nick.eth', 'ens', { agreement: 4 }), {
    instanceOf: InvalidInput,
    message: /3 gateways are configured/,
  });
});

test('gateways that contradict each other are refused with what they contradict each other about', async (t) => {
  const lying: Contract = (data) => {
    const inner = Buffer.from(new AbiReader(data.subarray(4)).bytes(1));
    const isUrl = inner.includes('url');
    const value = encode([dynamic(isUrl ? 'https://evil.example' : '')]);
    return isUrl ? { returned: encode([dynamic(value), word(1)]) } : record(data);
  };
  const contradicting = async (...nodes: readonly Partial<Node>[]) => {
    const { resolve } = await startNodes(t, ...nodes);
    return failure(t, resolve('nick.eth', 'ens', { agreement: 2 }));
  };
  t.is(
    await contradicting({}, { contract: lying }),
    'The gateway of ethereum no. 1 and the gateway of ethereum no. 2 contradict each other about records.texts.url.',
  );
  t.regex(
    await contradicting({}, { hash: () => `0x${'f'.repeat(64)}` }),
    /about what block 16 of ethereum is/,
  );
  t.regex(await contradicting({ head: 16 }, { head: 100 }), /no\. 1 is 84 blocks behind another/);
});

test('nothing is looked up for an invalid name or without a gateway', async (t) => {
  const node = await startNode(t, { contract: record });
  const wrong = await node.resolve('a..eth', 'ens');
  t.deepEqual([wrong.valid, wrong.resolved, node.calls.length], [false, null, 0]);
  const handshake = await node.resolve('welcome', 'handshake');
  t.deepEqual(handshake.errors[0]?.code, 'not_configured');
  t.is((await node.resolve('x.bit', 'namecoin')).errors[0]?.code, 'not_configured');
  t.is((await node.resolve('x.i2p', 'i2p')).errors[0]?.code, 'not_configured');
  t.false((await node.resolve('x.onion', 'onion')).valid);
});
