import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { hashKey } from '../../../../../collector/domain/people/access/api-key.ts';
import { ensureAdministrator } from '../../../../../collector/domain/people/provisioning/ensure-administrator.ts';
import { provisionAgent } from '../../../../../collector/domain/people/provisioning/provision-agent.ts';
import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { chosenKeyIn } from '../../../../../collector/start/chosen-key.ts';
import { openKeyFile } from '../../../../../collector/storage/files/key-file.ts';
import { FakeWorld } from '../../../../support/fakes/world.ts';
import { systemRandom } from '../../../../support/system-random.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

function setUp() {
  const { accounts, apiKeys, locations } = new FakeWorld();
  return { accounts, apiKeys, locations, random: systemRandom };
}

const wanted = (adminKey?: string) => ({ adminEmail: 'admin@localhost', adminKey });

test('the first start makes a key for the administrator, and no later one does', async (t) => {
  const ports = setUp();
  const first = await ensureAdministrator(ports, wanted());
  t.regex(first.newKey ?? '', /^sonde_adm_[0-9A-Za-z]{40}$/);
  const found = await ports.apiKeys.findByHash(hashKey(first.newKey!));
  t.deepEqual(found?.scope, { kind: 'admin' });
  const second = await ensureAdministrator(ports, wanted());
  t.is(second.newKey, undefined);
  t.is(second.account.id, first.account.id);
});

test('a chosen key works, also when it is chosen again or after another', async (t) => {
  const ports = setUp();
  for (const key of ['a-key-of-my-choice-1', 'a-key-of-my-choice-1', 'a-key-of-my-choice-2']) {
    t.is((await ensureAdministrator(ports, wanted(key))).newKey, undefined);
    t.truthy(await ports.apiKeys.findByHash(hashKey(key)));
  }
  const { account } = await ensureAdministrator(ports, wanted());
  t.is((await ports.apiKeys.list(account.id)).length, 2);
});

test('a chosen key that was revoked opens nothing, and the collector starts all the same', async (t) => {
  const ports = setUp();
  const key = 'a-key-of-my-choice-1';
  const { account, isChosenKeyRevoked } = await ensureAdministrator(ports, wanted(key));
  t.false(isChosenKeyRevoked);
  const [own] = await ports.apiKeys.list(account.id);
  await ports.apiKeys.revoke(account.id, own!.id);
  // Nobody else could administer it, so that a key is made up as at the first start.
  const again = await ensureAdministrator(ports, wanted(key));
  t.true(again.isChosenKeyRevoked);
  t.regex(again.newKey ?? '', /^sonde_adm_/);
  t.is(await ports.apiKeys.findByHash(hashKey(key)), undefined);
  const once = await ensureAdministrator(ports, wanted(key));
  t.true(once.isChosenKeyRevoked);
  t.is(once.newKey, undefined);
});

test('collectors that start at once with one chosen key agree on it', async (t) => {
  const ports = setUp();
  const key = 'a-key-of-my-choice-1';
  const slow = {
    ...ports,
    apiKeys: {
      list: (accountId: number) => ports.apiKeys.list(accountId),
      findByHash: (hash: Buffer) => ports.apiKeys.findByHash(hash),
      wasRevoked: (hash: Buffer) => ports.apiKeys.wasRevoked(hash),
      create: async (): Promise<never> => {
        await ensureAdministrator(ports, wanted(key));
        throw new StoreError('refused', 'duplicate key');
      },
    },
  };
  t.is((await ensureAdministrator(slow, wanted(key))).newKey, undefined);
  slow.apiKeys.create = () => Promise.reject(new StoreError('unavailable', 'away'));
  await t.throwsAsync(() => ensureAdministrator(slow, wanted('another-key-of-mine')), {
    instanceOf: StoreError,
  });
});

test('the agent beside the collector gets one location and a key that only its owner reads', async (t) => {
  const ports = setUp();
  const { account } = await ensureAdministrator(ports, wanted());
  const path = join(await temporaryDirectory(t), 'agent', 'key');
  const provision = () =>
    provisionAgent({ ...ports, keyFile: openKeyFile(path) }, { accountId: account.id, name: 'this machine' });

  await provision();
  const key = await openKeyFile(path).read();
  t.regex(key ?? '', /^sonde_loc_/);
  t.is((await stat(path)).mode & 0o777, 0o600);

  await provision();
  t.is(await openKeyFile(path).read(), key);

  await openKeyFile(path).write('sonde_loc_that_was_never_given_out');
  await provision();
  const replaced = await openKeyFile(path).read();
  const found = await ports.apiKeys.findByHash(hashKey(replaced!));
  const { count, locations } = await ports.locations.list(account.id, { limit: 10, offset: 0 });
  t.is(count, 1);
  t.deepEqual(found?.scope, { kind: 'location', locationId: locations[0]!.id });
});

test('a key that is made goes to the file, before it opens anything, and one in the file is taken', async (t) => {
  const ports = setUp();
  const path = join(await temporaryDirectory(t), 'keys', 'administrator-key');
  const keyFile = openKeyFile(path);
  t.is(await chosenKeyIn(path, keyFile), undefined);
  const { newKey } = await ensureAdministrator({ ...ports, keyFile }, wanted());
  t.is(await chosenKeyIn(path, keyFile), newKey);
  t.is((await stat(path)).mode & 0o777, 0o600);
  t.is((await ensureAdministrator({ ...ports, keyFile }, wanted(newKey))).newKey, undefined);

  const failing = { write: () => Promise.reject(new Error('no space')) };
  const fresh = setUp();
  await t.throwsAsync(ensureAdministrator({ ...fresh, keyFile: failing }, wanted()), { message: 'no space' });
  const { newKey: next } = await ensureAdministrator({ ...fresh, keyFile }, wanted());
  t.regex(next ?? '', /^sonde_adm_/, 'a key that nobody has keeps none from being made');

  await keyFile.write('short');
  await t.throwsAsync(chosenKeyIn(path, keyFile), { message: /holds no API key/ });
});
