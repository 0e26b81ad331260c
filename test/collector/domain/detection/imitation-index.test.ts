import test from 'ava';
import fc from 'fast-check';
import { skeleton, skeletonHash } from '../../../../collector/domain/detection/names/confusables.ts';
import { ImitationIndex } from '../../../../collector/domain/detection/names/imitation-index.ts';
import { typosOf } from '../../../../collector/domain/detection/names/name-imitations.ts';
import { textHash } from '../../../../collector/domain/detection/state/text-hash.ts';

const label = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
  minLength: 5,
  maxLength: 14,
});

function kinds(index: ImitationIndex, name: string, registrable: string, labelOf: string, suffix = 'com') {
  return index
    .find(name, { registrable, label: labelOf, suffix })
    .map(({ imitation, label }) => `${imitation} ${label}`)
    .toSorted();
}

test('every slip of the hand of every watched label is found, and nothing that is none', (t) => {
  fc.assert(
    fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 30 }), label, (watched, other) => {
      const index = new ImitationIndex(watched);
      t.is(index.size, watched.length);
      for (const one of watched.slice(0, 3))
        for (const typo of typosOf(one)) {
          if (watched.includes(typo)) continue;
          t.true(
            kinds(index, `${typo}.com`, `${typo}.com`, typo).some((found) => found.endsWith(` ${one}`)),
            typo,
          );
        }
      const expected = watched.some((one) => one === other || typosOf(one).has(other));
      const found = kinds(index, `${other}.com`, `${other}.com`, other);
      if (!expected)
        t.true(
          found.every((kind) => kind.startsWith('homograph')),
          `${other}: ${found}`,
        );
    }),
    { numRuns: 40 },
  );
});

test('imitations are told apart, and bait and cheap suffixes weigh', (t) => {
  const index = new ImitationIndex(['paypal', 'sonde-bank']);
  t.deepEqual(kinds(index, 'www.paypal.net', 'paypal.net', 'paypal'), ['suffix paypal']);
  t.deepEqual(kinds(index, 'paypal-login.com', 'paypal-login.com', 'paypal-login'), ['combination paypal']);
  t.deepEqual(kinds(index, 'paypal-shop.com', 'paypal-shop.com', 'paypal-shop'), []);
  t.deepEqual(kinds(index, 'paypa1.com', 'paypa1.com', 'paypa1'), ['homograph paypal']);
  t.deepEqual(kinds(index, 'xn--pypal-4ve.com', 'xn--pypal-4ve.com', 'xn--pypal-4ve'), ['homograph paypal']);
  t.deepEqual(kinds(index, 'www.paypal.com.evil.example', 'evil.example', 'evil'), ['embedded paypal']);
  t.deepEqual(kinds(index, 'paypal.evil.example', 'evil.example', 'evil'), []);
  const score = (name: string, suffix: string) =>
    index.find(name, { registrable: name, label: name.split('.')[0]!, suffix })[0]!.score;
  t.true(score('paypl.top', 'top') > score('paypl.com', 'com'));
  const baited = index.find('secure.paypl.com', { registrable: 'paypl.com', label: 'paypl', suffix: 'com' });
  t.true(baited[0]!.score > score('paypl.com', 'com'));
});

test('the hash of a skeleton is that of the skeleton that is made', (t) => {
  // Letters that look like others alone or together, what stands beside them, and others that need a skeleton.
  const shown = fc.string({ unit: fc.constantFrom(...'rnvclijmwd01359-xаé_A'), maxLength: 12 });
  fc.assert(fc.property(shown, (one) => t.is(skeletonHash(one), textHash(skeleton(one)), one)));
});
