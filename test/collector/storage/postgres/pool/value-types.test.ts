import test from 'ava';
import { parseInt8 } from '../../../../../collector/storage/postgres/pool/value-types.ts';

test('a 64-bit integer that no number holds exactly is refused', (t) => {
  t.is(parseInt8('-9007199254740991'), Number.MIN_SAFE_INTEGER);
  t.throws(() => parseInt8('9007199254740992'), { instanceOf: RangeError });
});
