import test from 'ava';
import { PasswordHasher } from '../../../../../collector/domain/people/accounts/password-hash.ts';
import { Overloaded } from '../../../../../shared/errors.ts';
import { systemRandom } from '../../../../support/system-random.ts';

const cheap = { N: 2 ** 10, r: 8, p: 1 };

test('the right password is known by its hash, and no other', async (t) => {
  const hasher = new PasswordHasher(systemRandom, cheap);
  const hash = await hasher.hash('correct horse');
  t.true(await hasher.verify('correct horse', hash));
  t.false(await hasher.verify('correct horsf', hash));
  t.false(await hasher.verify('', hash));
  t.not(await hasher.hash('correct horse'), hash);
});

test('without a hash nothing is right, not even the decoy', async (t) => {
  const hasher = new PasswordHasher(systemRandom, cheap);
  t.false(await hasher.verify('nobody has this password', null));
});

test('a hash of another cost is checked at that cost', async (t) => {
  const hash = await new PasswordHasher(systemRandom, { N: 2 ** 11, r: 8, p: 2 }).hash('correct horse');
  t.true(await new PasswordHasher(systemRandom, cheap).verify('correct horse', hash));
});

test('the ordinary cost takes a password too', async (t) => {
  const hasher = new PasswordHasher(systemRandom);
  const hash = await hasher.hash('correct horse');
  t.regex(hash, /^scrypt\$65536\$8\$2\$/);
  t.true(await hasher.verify('correct horse', hash));
});

test('composed and decomposed characters are the same password', async (t) => {
  const hasher = new PasswordHasher(systemRandom, cheap);
  t.true(await hasher.verify('cafe\u0301 noir', await hasher.hash('caf\u00e9 noir')));
});

test('more logins than may wait are turned away', async (t) => {
  const hasher = new PasswordHasher(systemRandom, cheap);
  const results = await Promise.allSettled(Array.from({ length: 300 }, () => hasher.hash('correct horse')));
  const refused = results.filter((result) => result.status === 'rejected');
  t.true(refused.length > 0 && refused.length < 300);
  for (const { reason } of refused) t.true(reason instanceof Overloaded);
});
