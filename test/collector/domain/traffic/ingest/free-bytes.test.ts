import test from 'ava';
import { freeBytes } from '../../../../../collector/domain/traffic/ingest/free-bytes.ts';

test('a large buffer is empty when it is freed, a small one stays as it is', (t) => {
  const large = Buffer.alloc(1024 * 1024, 1);
  const part = large.subarray(10, 20);
  freeBytes(large);
  t.is(large.length, 0);
  t.is(part.length, 0);
  const small = Buffer.from('rows');
  freeBytes(small);
  t.is(small.toString(), 'rows');
});
