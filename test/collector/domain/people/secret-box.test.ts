import test from 'ava';
import fc from 'fast-check';
import { SecretBox } from '../../../../collector/domain/people/access/secret-box.ts';
import { systemRandom } from '../../../support/system-random.ts';

const secret = Buffer.from('of an installation');
const box = new SecretBox(secret, systemRandom);

test('what is sealed is opened again, under its name, with its secret, and unchanged alone', (t) => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(text, text, fc.nat(), (name, content, at) => {
      const sealed = box.seal(name, content);
      // A lone surrogate has no form in UTF-8.
      t.is(new SecretBox(secret, systemRandom).open(name, sealed), content.toWellFormed());
      t.is(box.open(`${name}.`, sealed), undefined);
      t.is(new SecretBox(Buffer.from('of another'), systemRandom).open(name, sealed), undefined);
      const [version, packed] = sealed.split('.');
      const bytes = Buffer.from(packed!, 'base64url');
      bytes[at % bytes.length]! ^= 1;
      t.is(box.open(name, `${version}.${bytes.toString('base64url')}`), undefined);
      t.is(
        box.open(name, `${version}.${bytes.subarray(0, at % bytes.length).toString('base64url')}`),
        undefined,
      );
    }),
    { numRuns: 50 },
  );
  t.not(box.seal('a', 'same'), box.seal('a', 'same'));
});

test('what was never sealed is not opened', (t) => {
  fc.assert(
    fc.property(fc.string(), (text) => t.is(box.open('name', text), undefined)),
    { numRuns: 200 },
  );
});
