import test from 'ava';
import { SignJWT, UnsecuredJWT } from 'jose';
import {
  looksLikeToken,
  Tokens,
  tokenAuthentication,
  tokenSeconds,
} from '../../../../../collector/domain/people/accounts/tokens.ts';
import { FakeWorld } from '../../../../support/fakes/world.ts';
import { systemRandom } from '../../../../support/system-random.ts';

const secret = systemRandom.bytes(32);

function setUp() {
  const clock = { time: Date.now(), now: () => clock.time };
  return { clock, tokens: new Tokens({ secret, clock, random: systemRandom }) };
}

test('a token tells the account, until it expires', async (t) => {
  const { clock, tokens } = setUp();
  const token = await tokens.issue({ accountId: 42, personId: 7, generation: 3 });
  t.true(looksLikeToken(token));
  t.deepEqual(await tokens.verify(token), { accountId: 42, personId: 7, generation: 3 });
  clock.time += tokenSeconds * 1_000 - 2_000;
  t.is((await tokens.verify(token))?.accountId, 42);
  clock.time += 4_000;
  t.is(await tokens.verify(token), undefined);
});

test('a token of another secret, another algorithm, another issuer or none is not good', async (t) => {
  const { tokens } = setUp();
  const claims = () => ({
    iss: 'sonde',
    aud: 'sonde',
    sub: '1',
    person: 1,
    generation: 0,
    iat: 1,
    exp: 4_000_000_000,
  });
  const signed = (key: Uint8Array, alg: string, change: object = {}) =>
    new SignJWT({ ...claims(), ...change }).setProtectedHeader({ alg }).sign(key);
  t.truthy(await tokens.verify(await signed(secret, 'HS256')));
  for (const token of [
    await signed(systemRandom.bytes(32), 'HS256'),
    await signed(Buffer.concat([secret, secret]), 'HS512'),
    await signed(secret, 'HS256', { iss: 'other' }),
    await signed(secret, 'HS256', { aud: 'other' }),
    await signed(secret, 'HS256', { exp: undefined }),
    await signed(secret, 'HS256', { sub: undefined }),
    await signed(secret, 'HS256', { person: undefined }),
    await signed(secret, 'HS256', { generation: undefined }),
    await signed(secret, 'HS256', { sub: 'nobody' }),
    await signed(secret, 'HS256', { sub: '99999999999999999999' }),
    new UnsecuredJWT(claims()).encode(),
    'a.b.c',
    '',
  ]) {
    t.is(await tokens.verify(token), undefined, token);
  }
});

test('a short secret is refused', (t) => {
  t.throws(() => new Tokens({ secret: Buffer.alloc(31), clock: Date, random: systemRandom }), {
    instanceOf: RangeError,
  });
});

test('a token stands for its account as it is now, and no longer once it was voided', async (t) => {
  const { clock, tokens } = setUp();
  const world = new FakeWorld();
  const { account } = await world.addAccount('ada@example.com');
  const authenticate = tokenAuthentication(tokens, world.credentials);
  clock.time -= 10_000;
  const { person } = (await world.credentials.findMember(account.id, null))!;
  const token = await tokens.issue({ accountId: account.id, personId: person.id, generation: 0 });
  t.like(await authenticate(token), {
    kind: 'account',
    accountId: account.id,
    tier: 'free',
    personId: person.id,
    role: 'owner',
    session: null,
  });
  await world.accounts.setTier(account.id, 'research');
  t.like(await authenticate(token), { tier: 'research' });
  await world.credentials.signOutEverywhere(account.id, person.id);
  t.is(await authenticate(token), undefined);
  // Within the same second, and by a clock that was put back.
  clock.time -= 3_600_000;
  const { tokenGeneration: generation } = (await world.credentials.findMember(account.id, null))!;
  t.truthy(
    await authenticate(await tokens.issue({ accountId: account.id, personId: person.id, generation })),
  );
  t.is(await authenticate(await tokens.issue({ accountId: 999, personId: 999, generation: 0 })), undefined);
});
