import test from 'ava';
import { PasswordHasher } from '../../../../../collector/domain/people/accounts/password-hash.ts';
import { Overloaded } from '../../../../../shared/errors.ts';
import { systemRandom } from '../../../../support/system-random.ts';

const cheap = { kind: 'argon2id', memory: 64, passes: 1, lanes: 1 } as const;
const scrypt = { kind: 'scrypt', N: 2 ** 11, r: 8, p: 2 } as const;

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

test('a hash of another kind or cost is checked as it was made, and told to be dated', async (t) => {
  const hasher = new PasswordHasher(systemRandom, cheap);
  for (const cost of [scrypt, { ...cheap, memory: 128 }, { ...cheap, passes: 2 }]) {
    const hash = await new PasswordHasher(systemRandom, cost).hash('correct horse');
    t.true(await hasher.verify('correct horse', hash));
    t.false(await hasher.verify('correct horsf', hash));
    t.true(hasher.isDated(hash));
  }
  t.false(hasher.isDated(await hasher.hash('correct horse')));
});

test('the ordinary cost takes a password too', async (t) => {
  const hasher = new PasswordHasher(systemRandom);
  const hash = await hasher.hash('correct horse');
  t.regex(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.true(await hasher.verify('correct horse', hash));
});

test('hashes that other programs made are known', async (t) => {
  // By the reference implementation's command: argon2 somesalt -id -t 2 -m 16 -p 1 -l 32, of its test suite.
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  t.true(await new PasswordHasher(systemRandom, cheap).verify('password', hash));
  await t.throwsAsync(new PasswordHasher(systemRandom, cheap).verify('password', '$md5$x$y'), {
    message: /no kind that is known/,
  });
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
