import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import test, { type ExecutionContext } from 'ava';
import { AbiReader, type Argument, dynamic, encode, word } from '../../../scanner/names/ethereum/abi.ts';
import { checksummed, namehash } from '../../../scanner/names/ethereum/namehash.ts';
import { proxyReaders } from '../../../scanner/names/ethereum/resolve-registry.ts';
import { universalResolver } from '../../../scanner/names/ethereum/universal-resolver.ts';
import { type ChainNodeOptions, hex, startChainNode } from '../../support/names/chain-node.ts';
import contracts from '../../support/names/contracts/contracts.json' with { type: 'json' };
import { bytesOf, deployNames, EvmChain, offchainArguments } from '../../support/names/evm-chain.ts';
import { testDirectory } from '../../support/names/name-directory.ts';

const owner = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

/** Deployed once: the tests put names of their own into it. */
const deployed = (async () => {
  const chain = await EvmChain.create();
  return { chain, ...(await deployNames(chain, universalResolver)) };
})();

/** A node of that chain, and a directory that asks it. */
async function startNode(t: ExecutionContext, options: Partial<ChainNodeOptions> = {}) {
  const names = await deployed;
  const node = await startChainNode(t, {
    answering: async (to, data) => {
      const { data: result, isRevert } = await names.chain.call(to, data);
      return isRevert ? { reverted: result } : { returned: result };
    },
    ...options,
  });
  return { ...names, node, ...testDirectory({ ethereum: [node.url] }) };
}

async function failure(t: ExecutionContext, promise: Promise<unknown>): Promise<string> {
  return (await t.throwsAsync(promise, { instanceOf: UpstreamFailed })).message;
}

test('the bytecode is that of the contracts as they stand', async (t) => {
  const source = await readFile(new URL('../../support/names/contracts/names.sol', import.meta.url));
  t.is(contracts.source_sha256, createHash('sha256').update(source).digest('hex'));
});

test('a name has its addresses, content hash and texts by its resolver', async (t) => {
  const { chain, resolver, register, resolve } = await startNode(t);
  await register('nick.eth');
  const node = word(namehash('nick.eth'));
  const set = (signature: string, ...args: readonly Argument[]) =>
    chain.send(resolver, signature, node, ...args);
  const coin = async (type: number, value: string) =>
    set('setAddr(bytes32,uint256,bytes)', word(type), dynamic(bytesOf(value)));
  await coin(60, owner);
  // The hash of a key, as a script of Bitcoin; the program of a witness; a key of Solana; an address on Base; and nonsense.
  await coin(0, '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac');
  await coin(2, '0x0014751e76e8199196d454941c45d1b3a323f1433bd6');
  await coin(501, `0x${'00'.repeat(32)}`.replace(/00$/, '01'));
  await coin(0x8000_2105, other);
  await coin(3, '0x00');
  await set('setText(bytes32,string,string)', dynamic('url'), dynamic('https://example.com'));
  await set('setText(bytes32,string,string)', dynamic('com.github'), dynamic('nick'));
  const ipfs = 'e3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f';
  await set('setContenthash(bytes32,bytes)', dynamic(Buffer.from(ipfs, 'hex')));

  const answer = await resolve('nick.eth', 'ens', {
    coins: [2, 3, 0x8000_2105],
    texts: ['com.github', 'none'],
  });
  const resolved = answer.resolved as { addresses: { coin: string; address: string | null }[] };
  t.deepEqual(
    resolved.addresses.map(({ coin: word_, address }) => [word_, address]),
    [
      ['eth', owner],
      ['btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
      ['sol', '11111111111111111111111111111112'],
      ['ltc', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
      ['base', other],
    ],
  );
  t.like(answer, {
    resolved: {
      address: owner,
      content_hash: { protocol: 'ipfs' },
      texts: { url: 'https://example.com', 'com.github': 'nick' },
    },
    errors: [],
    sources: ['ethereum'],
    agreement: 1,
  });
  t.is(answer.blocks[0]?.number, 16);
});

test('a resolver from before coin types is asked for its one address', async (t) => {
  const { chain, register, resolve } = await startNode(t);
  const old = await chain.deploy('OldResolver');
  await register('old.eth', old);
  await chain.send(old, 'setAddr(bytes32,address)', word(namehash('old.eth')), word(bytesOf(owner)));
  const { resolved, errors } = await resolve('old.eth', 'ens');
  t.is(resolved?.address, owner);
  t.deepEqual(errors, []);
});

test('a name that nobody registered has no records, one below a resolver of its own has none by accident', async (t) => {
  const { register, chain, resolver, resolve } = await startNode(t);
  t.is((await resolve('nobody.eth', 'ens')).resolved, null);
  await register('plain.eth');
  await chain.send(
    resolver,
    'setAddr(bytes32,uint256,bytes)',
    word(namehash('plain.eth')),
    word(60),
    dynamic(bytesOf(owner)),
  );
  t.is((await resolve('below.plain.eth', 'ens')).resolved, null);
});

test('a wildcard answers for all that is below (ENSIP-10)', async (t) => {
  const { chain, register, resolve } = await startNode(t);
  await register('wild.eth', await chain.deploy('WildcardResolver'));
  const hash = keccak(Buffer.from('some'));
  const { resolved } = await resolve('some.other.wild.eth', 'ens');
  t.like(resolved, { address: checksummed(hash.subarray(12)), texts: { description: 'some' } });
});

/** A gateway of a contract, which signs what it answers as the contract wants it. */
function gatewayOf(secret: Uint8Array, value: (question: Buffer) => Uint8Array) {
  return (path: string) => {
    const [, data = ''] = /^\/gateway\/0x[0-9a-f]+\/0x([0-9a-f]*)$/.exec(path) ?? [];
    if (!path.startsWith('/gateway/')) return undefined;
    const question = Buffer.from(data, 'hex');
    const answer = value(question);
    const tag = keccak(Buffer.concat([secret, question, answer]));
    return { text: JSON.stringify({ data: hex(encode([dynamic(answer), word(tag)])) }) };
  };
}

const secret = Buffer.alloc(32, 7);
/** The address for questions about addresses, and nothing for others: as an inner resolver would answer. */
const addressOnly = (question: Buffer) => {
  const inner = Buffer.from(new AbiReader(question).bytes(1));
  const isEther = inner.subarray(0, 4).equals(Buffer.from('f1cb7e06', 'hex')) && inner.at(-1) === 60;
  return encode([dynamic(isEther ? bytesOf(owner) : new Uint8Array())]);
};

test('a contract that refers to a gateway gets its answer, by a batch, and verifies it (ERC-3668, ENSIP-21)', async (t) => {
  const { chain, register, resolve, node } = await startNode(t, { instead: gatewayOf(secret, addressOnly) });
  const urls = [`${node.url}/gateway/{sender}/{data}`];
  const offchain = await chain.deploy('OffchainResolver', offchainArguments(urls, secret, 1));
  await register('off.eth', offchain);
  const { resolved, errors } = await resolve('some.off.eth', 'ens');
  t.is(resolved?.address, owner);
  t.deepEqual(errors, []);
  // The sender that a gateway is told is the contract that referred to it.
  t.true(node.gets.every((path) => path.startsWith(`/gateway/${offchain}/`)));
});

test('a contract may refer twice, and no more than four times', async (t) => {
  const { chain, register, resolve, node } = await startNode(t, { instead: gatewayOf(secret, addressOnly) });
  const urls = [`${node.url}/gateway/{sender}/{data}`];
  await register('twice.eth', await chain.deploy('OffchainResolver', offchainArguments(urls, secret, 2)));
  t.is((await resolve('twice.eth', 'ens')).resolved?.address, owner);
  await register('endless.eth', await chain.deploy('OffchainResolver', offchainArguments(urls, secret, 90)));
  t.regex(await failure(t, resolve('endless.eth', 'ens')), /more than 4 lookups/);
});

test("what a contract's gateway may not do", async (t) => {
  const forged = gatewayOf(Buffer.alloc(32, 8), addressOnly);
  const { chain, register, resolve, node } = await startNode(t, {
    instead: (path) => {
      if (path.startsWith('/forged')) return forged(path.slice('/forged'.length));
      if (path.startsWith('/large')) return { text: `{"data":"0x${'00'.repeat(300_000)}"}` };
      if (path.startsWith('/away')) return { status: 302, location: 'http://10.0.0.1/', text: '' };
      return path.startsWith('/gone') ? { status: 404, text: '{}' } : undefined;
    },
  });
  const failing = async (url: string) => {
    const contract = await chain.deploy('OffchainResolver', offchainArguments([url], secret, 1));
    const label = keccak(Buffer.from(url)).slice(0, 6);
    const name = `x${Buffer.from(label).toString('hex')}.eth`;
    await register(name, contract);
    return resolve(name, 'ens');
  };
  t.regex(await failure(t, failing(`${node.url}/gone/{sender}/{data}`)), /status 404/);
  t.regex(await failure(t, failing(`${node.url}/large/{sender}/{data}`)), /too much/);
  t.regex(await failure(t, failing(`${node.url}/away/{sender}/{data}`)), /redirect/);
  t.regex(await failure(t, failing('http://10.0.0.1/{sender}/{data}')), /must not be connected to/);
  t.regex(await failure(t, failing('ipfs://x/{data}')), /none that is reached over HTTP/);
  // The contract itself refuses what is not signed as it wants: no record, and each that it refused is told.
  const { resolved, errors } = await failing(`${node.url}/forged/gateway/{sender}/{data}`);
  t.is(resolved, null);
  t.true(errors.every(({ code }) => code === 'reverted') && errors.length > 5);
});

test('a resolver that speaks for another contract is refused by the Universal Resolver itself', async (t) => {
  const { chain, register, resolve } = await startNode(t);
  await register('forging.eth', await chain.deploy('ForgingResolver'));
  const { resolved, errors } = await resolve('forging.eth', 'ens');
  t.is(resolved, null);
  t.is(errors[0]?.code, 'reverted');
});

test('the primary name of an address leads back to it, or is none', async (t) => {
  const { chain, register, resolver, resolve } = await startNode(t);
  const claim = async (address: string, name: string, leadsTo: string) => {
    const reverse = `${address.slice(2).toLowerCase()}.addr.reverse`;
    await register(reverse);
    await register(name);
    await chain.send(resolver, 'setName(bytes32,string)', word(namehash(reverse)), dynamic(name));
    const value = dynamic(bytesOf(leadsTo));
    await chain.send(resolver, 'setAddr(bytes32,uint256,bytes)', word(namehash(name)), word(60), value);
  };
  await claim(owner, 'mine.eth', owner);
  const address = owner.toLowerCase();
  t.deepEqual((await resolve(address, 'ens')).resolved, { primary_name: 'mine.eth', address });
  await claim(other, 'stolen.eth', owner);
  const stolen = await resolve(other.toLowerCase(), 'ens');
  t.is(stolen.resolved, null);
  t.regex(stolen.errors[0]?.message ?? '', /stolen\.eth, which leads to 0x5aAeb6/);
  const nobody = await resolve(`0x${'11'.repeat(20)}`, 'ens');
  t.deepEqual([nobody.resolved, nobody.errors], [null, []]);
});

test('the registry has its records by the contract that reads for it', async (t) => {
  const { chain, resolve } = await startNode(t);
  const reader = await chain.deploy('ProxyReader');
  await chain.moveTo(proxyReaders.ethereum, reader);
  const set = (key: string, value: string) =>
    chain.send(
      proxyReaders.ethereum,
      'set(uint256,string,string)',
      word(namehash('brad.crypto')),
      dynamic(key),
      dynamic(value),
    );
  await set('crypto.ETH.address', other);
  await set('dns.A', '["192.0.2.1","192.0.2.2"]');
  const { resolved, errors } = await resolve('brad.crypto', 'registry');
  t.deepEqual(resolved, {
    ethereum: { 'crypto.ETH.address': other, 'dns.A': ['192.0.2.1', '192.0.2.2'] },
  });
  t.deepEqual(
    errors.map(({ source, code }) => [source, code]),
    [
      ['base', 'not_configured'],
      ['polygon', 'not_configured'],
    ],
  );
});
