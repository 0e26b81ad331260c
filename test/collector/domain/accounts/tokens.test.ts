import test from 'ava';
import { SignJWT, UnsecuredJWT } from 'jose';
import {
  looksLikeToken,
  Tokens,
  tokenAuthentication,
  tokenSeconds,
} from '../../../../collector/domain/accounts/tokens.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { systemRandom } from '../../../support/system-random.ts';

const secret = systemRandom.bytes(32);

function setUp() {
  const clock = { time: Date.now(), now: () => clock.time };
  return { clock, tokens: new Tokens({ secret, clock, random: systemRandom }) };
}

test('a token tells the account, until it expires', async (t) => {
  const { clock, tokens } = setUp();
  const token = await tokens.issue(42);
  t.true(looksLikeToken(token));
  t.is((await tokens.verify(token))?.accountId, 42);
  clock.time += tokenSeconds * 1_000 - 2_000;
  t.is((await tokens.verify(token))?.accountId, 42);
  clock.time += 4_000;
  t.is(await tokens.verify(token), undefined);
});

test('a token of another secret, another algorithm, another issuer or none is not good', async (t) => {
  const { tokens } = setUp();
  const claims = () => ({ iss: 'sonde', aud: 'sonde', sub: '1', iat: 1, exp: 4_000_000_000 });
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
  const token = await tokens.issue(account.id);
  t.like(await authenticate(token), { kind: 'account', accountId: account.id, tier: 'free' });
  await world.accounts.setTier(account.id, 'research');
  t.like(await authenticate(token), { tier: 'research' });
  await world.credentials.voidTokens(account.id);
  t.is(await authenticate(token), undefined);
  t.is(await authenticate(await tokens.issue(999)), undefined);
});
