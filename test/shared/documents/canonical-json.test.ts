import test from 'ava';
import fc from 'fast-check';
import { canonicalJson, canonicalPieces, type Json } from '../../../shared/documents/canonical-json.ts';

test('an object is written in pieces as it is written whole', (t) => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const object = value as { readonly [key: string]: Json };
      return [...canonicalPieces(object)].join('') === canonicalJson(object);
    }),
  );
  t.is([...canonicalPieces({})].join(''), '{}');
  t.is([...canonicalPieces({ b: [1, [2]], a: [] })].join(''), '{"a":[],"b":[1,[2]]}');
});
