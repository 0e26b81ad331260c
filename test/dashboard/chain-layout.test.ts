import test from 'ava';
import fc from 'fast-check';
import { placeChain } from '../../dashboard/domain/chain-layout.ts';
import { chainParts } from '../../dashboard/domain/chain-parts.ts';
import { brokenChain } from '../support/dashboard/chain-answer.ts';

const zones = brokenChain('sub.bad.example').audit!.zones!;

test('a key that something names and nobody publishes has a place of its own', (t) => {
  const [root, example, bad, sub] = chainParts(zones);
  t.deepEqual(
    root!.parts.map(({ id, layer, tone }) => [id, layer, tone]),
    [
      ['. key 20326', 0, 'good'],
      ['. key 38696', 0, 'good'],
      ['. key 46441', 1, 'good'],
      ['. example DS', 2, 'good'],
    ],
  );
  t.like(
    example!.parts.find(({ tag }) => tag === 4_711),
    { kind: 'missing', tone: 'bad' },
  );
  t.like(
    example!.links.find(({ to }) => to === 'example key 4711'),
    { kind: 'ds', tone: 'bad', from: '. example DS' },
  );
  t.like(
    bad!.parts.find(({ tag }) => tag === 999),
    { kind: 'missing' },
  );
  t.like(
    bad!.parts.find(({ tag }) => tag === 333),
    { tone: 'bad' },
  );
  // Not signed in a zone that is: missing.
  t.like(
    bad!.parts.find(({ set }) => set?.type === 'SOA'),
    { tone: 'bad' },
  );
  t.deepEqual(sub!.links, [
    { from: 'bad.example a.bad.example NSEC', to: undefined, tone: 'plain', kind: 'no-ds' },
  ]);
});

test('whatever the chain and the width, parts stand within their zones and upon nothing else', (t) => {
  const zone = fc.record({
    zone: fc.constantFrom('.', 'example', 'a.example', 'b.a.example'),
    status: fc.constantFrom('secure', 'insecure', 'bogus', 'indeterminate', null),
    anchors: fc.option(fc.array(fc.nat(20), { maxLength: 3 })),
    signers: fc.option(
      fc.array(
        fc.record({
          key_tag: fc.nat(20),
          algorithm: fc.nat(255),
          algorithm_name: fc.string(),
          digest_type: fc.nat(255),
          digest_name: fc.string(),
          matches: fc.option(fc.boolean()),
        }),
        { maxLength: 5 },
      ),
    ),
    keys: fc.option(
      fc.array(
        fc.record({
          key_tag: fc.nat(20),
          flags: fc.nat(65_535),
          algorithm: fc.nat(255),
          algorithm_name: fc.string(),
          bits: fc.option(fc.nat()),
          secure_entry_point: fc.boolean(),
          revoked: fc.boolean(),
          vouched_for: fc.boolean(),
          signs_keys: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
    ),
    sets: fc.array(
      fc.record({
        name: fc.constantFrom('.', 'example', 'a.example', 'b.a.example'),
        type: fc.constantFrom('DNSKEY', 'DS', 'NSEC', 'A'),
        denies: fc.option(fc.constantFrom('a.example DS', 'b.a.example A')),
        records: fc.nat(9),
        signatures: fc.array(
          fc.record({
            covers: fc.string(),
            key_tag: fc.nat(20),
            algorithm: fc.nat(255),
            inception: fc.string(),
            expiration: fc.string(),
            state: fc.constantFrom('good', 'expired', 'not_yet', 'no_key', 'unsupported', 'bad', null),
            message: fc.option(fc.string()),
          }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 6 },
    ),
  });
  const chains = fc.uniqueArray(zone, { selector: (one) => one.zone, maxLength: 4 });
  fc.assert(
    fc.property(chains, fc.integer({ min: 200, max: 1_600 }), (chain, width) => {
      const { zones: placed, height } = placeChain(chainParts(chain as typeof zones), width);
      let below = 0;
      for (const { box, parts, links } of placed) {
        t.true(box.y >= below && box.y + box.height <= height);
        below = box.y + box.height;
        for (const [index, { box: one }] of parts.entries()) {
          t.true(one.x >= box.x && one.x + one.width <= box.x + box.width);
          t.true(one.y > box.y && one.y + one.height < below);
          for (const { box: other } of parts.slice(index + 1)) {
            const apart = one.x + one.width <= other.x || other.x + other.width <= one.x;
            t.true(apart || one.y + one.height <= other.y || other.y + other.height <= one.y);
          }
        }
        for (const { path } of links) t.notRegex(path, /NaN|undefined|Infinity/);
      }
    }),
    { numRuns: 200 },
  );
});
