import { generateKeyPairSync } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PolicyRule } from '@sonde/shared/policy/rule.ts';
import {
  type PolicySigner,
  policyEntityTag,
  signPolicy,
  verifyPolicy,
} from '@sonde/shared/policy/signature.ts';
import test from 'ava';
import fc from 'fast-check';
import { PolicyKeeper } from '../../../resolver-plugin/policy/policy-keeper.ts';
import { PolicyStore } from '../../../resolver-plugin/policy/policy-store.ts';
import type { PolicyOrigin, SignedPolicy } from '../../../resolver-plugin/policy/read-policy.ts';
import { rule } from '../../support/resolvers/policy-zone.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const signer: PolicySigner = { kind: 'ed25519', privateKey };
const origin: PolicyOrigin = { verifier: { kind: 'ed25519', publicKey }, resolverId: 'resolver-1' };

function signed(content: object, by: PolicySigner = signer): SignedPolicy {
  const bytes = Buffer.from(JSON.stringify(content));
  return { bytes, signature: signPolicy(bytes, by), entityTag: policyEntityTag(bytes) };
}

const head = (version: number) => ({
  resolver_id: 'resolver-1',
  version,
  issued_at: '2026-03-01T00:00:00.000Z',
});
const named = (id: string, name = id) => rule(id, { kind: 'name', name: `${name}.example` });

function policy(version: number, more: object = {}, by: PolicySigner = signer): SignedPolicy {
  return signed({ ...head(version), rules: [named('a', `v${version}`)], ...more }, by);
}

function change(from: number, version: number, more: object = {}): SignedPolicy {
  return signed({ ...head(version), from_version: from, put: [], removed: [], ...more });
}

const open = async (directory: string) => PolicyKeeper.open(await PolicyStore.open(directory), origin);
const idsOf = (document: { rules: readonly PolicyRule[] } | undefined) => document?.rules.map(({ id }) => id);
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { fault?: string }) => error.fault,
  );

test('the last good policy outlives a restart, changes included', async (t) => {
  const directory = await temporaryDirectory(t);
  const { keeper, document } = await open(directory);
  t.is(document, undefined);
  t.is((await keeper.take(policy(3))).version, 3);
  await keeper.take(policy(4));
  t.is((await open(directory)).document?.version, 4);
  await keeper.take(change(4, 6, { put: [named('b'), named('c')] }));
  const latest = change(6, 7, { removed: ['b'] });
  await keeper.take(latest);
  const again = await open(directory);
  t.deepEqual(idsOf(again.document), ['a', 'c']);
  t.deepEqual(again.keeper.held, keeper.held);
  t.is(again.keeper.held?.entityTag, latest.entityTag);
  t.is(await faultOf(again.keeper.take(change(6, 8))), 'does_not_follow');
  await again.keeper.take(change(7, 8, { put: [named('d')] }));
  t.deepEqual(idsOf((await open(directory)).document), ['a', 'c', 'd']);
});

test('a change that a crash left unfinished is cut off', async (t) => {
  const directory = await temporaryDirectory(t);
  const { keeper } = await open(directory);
  await keeper.take(policy(1));
  await keeper.take(change(1, 2, { put: [named('b')] }));
  await appendFile(join(directory, 'current.changes'), '{"signature":"ed255');
  const again = await open(directory);
  t.deepEqual(idsOf(again.document), ['a', 'b']);
  await again.keeper.take(change(2, 3, { put: [named('c')] }));
  t.deepEqual(idsOf((await open(directory)).document), ['a', 'b', 'c']);
});

test('what is not to be taken is refused by name, and the policy held goes on', async (t) => {
  const { keeper } = await open(await temporaryDirectory(t));
  t.is(await faultOf(keeper.take(change(1, 2))), 'does_not_follow');
  await keeper.take(policy(5));
  const other = generateKeyPairSync('ed25519').privateKey;
  const good = policy(6);
  const cases: [string, SignedPolicy][] = [
    ['bad_signature', policy(6, {}, { kind: 'ed25519', privateKey: other })],
    ['bad_signature', policy(6, {}, { kind: 'hmac-sha256', secret: 'x' })],
    ['bad_signature', { ...good, bytes: Buffer.concat([good.bytes, Buffer.from(' ')]) }],
    ['bad_signature', { ...good, signature: '' }],
    ['other_resolver', policy(6, { resolver_id: 'resolver-2' })],
    ['other_resolver', change(5, 6, { resolver_id: 'resolver-2' })],
    ['older_version', policy(5)],
    ['older_version', change(3, 4)],
    ['does_not_follow', change(4, 6)],
    ['malformed', policy(0)],
    ['malformed', policy(6, { rules: [{ id: 'a' }] })],
    ['malformed', policy(6, { rules: 'none' })],
    ['malformed', change(5, 6, { removed: [7] })],
  ];
  for (const [fault, refused] of cases) t.is(await faultOf(keeper.take(refused)), fault);
  t.is(keeper.held?.version, 5);
  t.is((await keeper.take(good)).version, 6);
});

test('what was changed on the disk is not believed', async (t) => {
  const directory = await temporaryDirectory(t);
  const { keeper } = await open(directory);
  await keeper.take(policy(1));
  await keeper.take(policy(2));
  await keeper.take(change(2, 3, { put: [named('b')] }));
  const edit = async (name: string, from: string, to: string) => {
    const path = join(directory, name);
    await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
  };
  await edit('current.changes', 'b.example', 'x.example');
  t.is((await open(directory)).document?.version, 2);
  await edit('current.policy', 'v2.example', 'v9.example');
  t.is((await open(directory)).document?.version, 1);
  await writeFile(join(directory, 'current.policy'), 'no policy');
  t.is((await open(directory)).document, undefined);
});

test('a roll-back goes one version back, and the version does not come again', async (t) => {
  const directory = await temporaryDirectory(t);
  const { keeper } = await open(directory);
  t.is(await keeper.rollBack(), undefined);
  await keeper.take(policy(1));
  t.is(await keeper.rollBack(), undefined);
  await keeper.take(policy(2));
  await keeper.take(change(2, 3, { put: [named('b')] }));
  t.deepEqual(idsOf(await keeper.rollBack()), ['a']);
  t.is(await faultOf(keeper.take(change(2, 3))), 'rolled_back');
  t.is((await keeper.rollBack())?.version, 1);
  const again = await open(directory);
  t.is(again.document?.version, 1);
  t.is((await again.keeper.take(policy(4))).version, 4);
});

test('signatures of both kinds hold for their bytes alone', (t) => {
  const secret = { kind: 'hmac-sha256', secret: 'shared' } as const;
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ maxLength: 100 }), (bytes, others) => {
      const same = Buffer.from(bytes).equals(Buffer.from(others));
      t.is(verifyPolicy(others, signPolicy(bytes, signer), origin.verifier), same);
      t.is(verifyPolicy(others, signPolicy(bytes, secret), secret), same);
    }),
  );
  const bytes = Buffer.from('x');
  t.false(verifyPolicy(bytes, signPolicy(bytes, secret), origin.verifier));
  t.false(verifyPolicy(bytes, signPolicy(bytes, signer), secret));
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey;
  t.false(verifyPolicy(bytes, signPolicy(bytes, signer), { kind: 'ed25519', publicKey: rsa }));
});
