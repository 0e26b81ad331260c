import test, { type ExecutionContext } from 'ava';
import { KeyAuthentication } from '../../../../../collector/domain/people/access/key-authentication.ts';
import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { FakeWorld } from '../../../../support/fakes/world.ts';

function start(t: ExecutionContext) {
  const world = new FakeWorld();
  const keys = new KeyAuthentication({ apiKeys: world.apiKeys, accounts: world.accounts, clock: Date });
  t.teardown(() => keys.close());
  return { world, keys };
}

test('each kind of key stands for its caller', async (t) => {
  const { world, keys } = start(t);
  const { account, key } = await world.addAccount('ada@example.com', { tier: 'research' });
  const location = await world.addLocation(account.id, 'Office');
  const root = await world.addAccount('root@example.com', { administrator: true });
  t.like(await keys.authenticate(key), {
    kind: 'account',
    accountId: account.id,
    tier: 'research',
    administrator: false,
  });
  t.like(await keys.authenticate(root.key), { kind: 'account', administrator: true });
  t.like(await keys.authenticate(location.key), {
    kind: 'location',
    locationId: location.id,
    secret: location.key,
  });
  t.like(await keys.authenticate(await world.addResolverKey(account.id)), {
    kind: 'resolver',
    module: 'analytics',
  });
});

test('a key of an administrator that is for the account alone does not administrate', async (t) => {
  const { world, keys } = start(t);
  const { account } = await world.addAccount('root@example.com', { administrator: true });
  const hash = (await import('../../../../../collector/domain/people/access/api-key.ts')).hashKey(
    'k'.repeat(40),
  );
  await world.apiKeys.create({
    accountId: account.id,
    scope: { kind: 'account' },
    prefix: 'k',
    hash,
    label: '',
  });
  t.like(await keys.authenticate('k'.repeat(40)), { kind: 'account', administrator: false });
});

test('a busy key costs one lookup, also when many requests come at once', async (t) => {
  const { world, keys } = start(t);
  const { key } = await world.addAccount('ada@example.com');
  await Promise.all(Array.from({ length: 100 }, () => keys.authenticate(key)));
  await keys.authenticate(key);
  t.is(world.apiKeys.lookups, 1);
});

test('unknown keys are remembered as such, and what is no key is not looked up', async (t) => {
  const { world, keys } = start(t);
  for (let index = 0; index < 5; index++) t.is(await keys.authenticate('x'.repeat(40)), undefined);
  t.is(world.apiKeys.lookups, 1);
  t.is(await keys.authenticate('short'), undefined);
  t.is(world.apiKeys.lookups, 1);
});

test('a failing store is not taken for an unknown key', async (t) => {
  const { world, keys } = start(t);
  const { key } = await world.addAccount('ada@example.com');
  const find = world.apiKeys.findByHash;
  world.apiKeys.findByHash = () => Promise.reject(new StoreError('unavailable', 'away'));
  await t.throwsAsync(async () => keys.authenticate(key), { instanceOf: StoreError });
  world.apiKeys.findByHash = find;
  t.like(await keys.authenticate(key), { kind: 'account' });
});

test('uses are written together, and kept for later where that fails', async (t) => {
  const { world, keys } = start(t);
  const { key, account } = await world.addAccount('ada@example.com');
  await keys.authenticate(key);
  const record = world.apiKeys.recordUse;
  world.apiKeys.recordUse = () => Promise.reject(new StoreError('unavailable', 'away'));
  await t.throwsAsync(keys.flush());
  world.apiKeys.recordUse = record;
  await keys.flush();
  t.true((await world.apiKeys.list(account.id))[0]?.lastUsedAt instanceof Date);
});
