import test from 'ava';
import fc from 'fast-check';
import { isBounded, isFrom, isWithin } from '../../../../../collector/domain/people/access/key-bounds.ts';
import { noBounds } from '../../../../../collector/ports/accounts/key-bounds.ts';

const free = { ...noBounds, expiresAt: null };

const part = <Item>(items: readonly Item[]) => fc.option(fc.subarray([...items], { minLength: 1 }));
const bounds = fc.record({
  families: part(['Account', 'Domains', 'Resolvers']),
  locationIds: part([1, 2, 3]),
  networks: part(['192.0.2.0/24', '192.0.2.128/25', '192.0.2.7/32', '2001:db8::/32', '2001:db8:1::/48']),
  readOnly: fc.boolean(),
  expiresAt: fc.option(fc.integer({ min: 0, max: 5 }).map((day) => new Date(day * 86_400_000))),
});

test('bounds are within themselves and within none, and whoever is within one is within what that is within', (t) => {
  fc.assert(
    fc.property(bounds, bounds, bounds, (a, b, c) => {
      t.true(isWithin(a, a));
      t.true(isWithin(a, free));
      t.is(isWithin(free, a), !isBounded(a) && a.expiresAt === null);
      if (isWithin(a, b) && isWithin(b, c)) t.true(isWithin(a, c));
      if (isWithin(a, b)) {
        for (const address of ['192.0.2.7', '192.0.2.200', '2001:db8:1::1', '198.51.100.1']) {
          const isInner = a.networks === null || isFrom(a.networks, address);
          t.true(!isInner || b.networks === null || isFrom(b.networks, address), 'no address more');
        }
      }
    }),
  );
});

test('addresses are in networks of their family alone', (t) => {
  const networks = ['192.0.2.0/25', '2001:db8::/33', '0.0.0.0/0'];
  t.true(isFrom(networks.slice(0, 1), '192.0.2.127'));
  t.false(isFrom(networks.slice(0, 1), '192.0.2.128'));
  t.true(isFrom(networks, '2001:db8:7fff::1'));
  t.false(isFrom(networks, '2001:db8:8000::1'));
  t.true(isFrom(networks, '203.0.113.9'));
  t.false(isFrom(['0.0.0.0/0'], '::1'));
  for (const text of ['', 'localhost', '192.0.2.1/0/0', 'fe80::1%eth0']) t.false(isFrom(['::/0'], text));
});
