import test from 'ava';
import { DataTexts } from '../../../shared/record-data/data-text.ts';

test('version.bind and its like are text in class CH, where an address has no form', (t) => {
  const texts = new DataTexts(512);
  const version = Buffer.from('\x099.18.28-1', 'latin1');
  t.is(texts.text(version, 16, 3), '"9.18.28-1"');
  t.is(texts.text(version, 16, 1), '"9.18.28-1"');
  t.regex(texts.text(version, 16, 254), /^\\# 10 /);
  t.regex(texts.text(Buffer.of(192, 0, 2, 1), 1, 3), /^\\# 4 c0000201$/i);
});
