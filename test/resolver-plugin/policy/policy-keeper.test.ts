import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
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
import { rule } from '../../support/policy-zone.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const signer: PolicySigner = { kind: 'ed25519', privateKey };
const origin: PolicyOrigin = { verifier: { kind: 'ed25519', publicKey }, resolverId: 'resolver-1' };

function policy(version: number, change: object = {}, by: PolicySigner = signer): SignedPolicy {
  const rules: PolicyRule[] = [rule('a', { kind: 'name', name: `v${version}.example` })];
  const document = {
    resolver_id: 'resolver-1',
    version,
    issued_at: '2026-03-01T00:00:00.000Z',
    rules,
    ...change,
  };
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, signature: signPolicy(bytes, by), entityTag: policyEntityTag(bytes) };
}

const open = async (directory: string) => PolicyKeeper.open(await PolicyStore.open(directory), origin);

test('the last good policy outlives a restart', async (t) => {
  const directory = await temporaryDirectory(t);
  const keeper = await open(directory);
  t.is(keeper.document, undefined);
  t.is((await keeper.take(policy(3))).version, 3);
  await keeper.take(policy(4));
  const again = await open(directory);
  t.is(again.document?.version, 4);
  t.is(again.entityTag, policy(4).entityTag);
});

test('what is not to be taken is refused by name, and the policy held goes on', async (t) => {
  const keeper = await open(await temporaryDirectory(t));
  await keeper.take(policy(5));
  const other = generateKeyPairSync('ed25519').privateKey;
  const good = policy(6);
  const cases: [string, SignedPolicy][] = [
    ['bad_signature', policy(6, {}, { kind: 'ed25519', privateKey: other })],
    ['bad_signature', policy(6, {}, { kind: 'hmac-sha256', secret: 'x' })],
    ['bad_signature', { ...good, bytes: Buffer.concat([good.bytes, Buffer.from(' ')]) }],
    ['bad_signature', { ...good, signature: '' }],
    ['other_resolver', policy(6, { resolver_id: 'resolver-2' })],
    ['older_version', policy(5)],
    ['older_version', policy(4)],
    ['malformed', policy(0)],
    ['malformed', policy(6, { rules: [{ id: 'a' }] })],
    ['malformed', policy(6, { rules: 'none' })],
  ];
  for (const [fault, refused] of cases)
    await t.throwsAsync(keeper.take(refused), { name: 'PolicyError' }, fault);
  for (const [fault, refused] of cases) {
    const error = await keeper.take(refused).catch((thrown: { fault: string }) => thrown);
    t.is((error as { fault?: string }).fault, fault);
  }
  t.is(keeper.document?.version, 5);
  t.is((await keeper.take(good)).version, 6);
});

test('a policy changed on the disk is not believed; the one before it is', async (t) => {
  const directory = await temporaryDirectory(t);
  const keeper = await open(directory);
  await keeper.take(policy(1));
  await keeper.take(policy(2));
  const path = join(directory, 'current.policy');
  const content = await readFile(path, 'utf8');
  await writeFile(path, content.replace('v2.example', 'v9.example'));
  t.is((await open(directory)).document?.version, 1);
  await writeFile(join(directory, 'previous.policy'), 'no policy');
  t.is((await open(directory)).document, undefined);
});

test('a roll-back goes to the policy before, and the version does not come back', async (t) => {
  const directory = await temporaryDirectory(t);
  const keeper = await open(directory);
  await keeper.take(policy(1));
  t.is(await keeper.rollBack(), undefined);
  await keeper.take(policy(2));
  t.is((await keeper.rollBack())?.version, 1);
  const again = await open(directory);
  t.is(again.document?.version, 1);
  const error = (await again.take(policy(2)).catch((thrown: { fault: string }) => thrown)) as {
    fault?: string;
  };
  t.is(error.fault, 'rolled_back');
  t.is((await again.take(policy(3))).version, 3);
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
