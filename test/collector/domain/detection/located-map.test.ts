import test from 'ava';
import fc from 'fast-check';
import { domainHash } from '../../../../collector/domain/detection/names/domain-hash.ts';
import { LocatedMap } from '../../../../collector/domain/detection/state/located-map.ts';
import { RecentMap } from '../../../../collector/domain/detection/state/recent-map.ts';

test('holds and forgets what a map of joined keys would', (t) => {
  const step = fc.record({
    location: fc.nat(2),
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    create: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const located = new LocatedMap<number>(4);
      const joined = new RecentMap<string, number>(4);
      steps.forEach(({ location, name, create }, index) => {
        const key = `${location} ${name}`;
        const expected = create ? joined.getOrCreate(key, () => index) : joined.get(key);
        const hash = domainHash(name);
        const found = create ? located.getOrCreate(location, hash, () => index) : located.get(location, hash);
        t.is(found, expected);
      });
    }),
  );
});
