import test from 'ava';
import { benignKinds } from '../../../../collector/domain/detection/dga/training/benign.ts';
import {
  benignNameTable,
  dgaTable,
  markdown,
  trapTable,
  tunnelTable,
} from '../../../support/detection/evaluate.ts';
import { measureMatching } from '../../../support/detection/measure-matching.ts';

test('the tables of the evaluation have a row for each case', (t) => {
  t.true(dgaTable(20).length > 20);
  t.true(benignNameTable(benignKinds(new Map(), ['example']).slice(0, 2), 20).length === 2);
  t.true(
    tunnelTable(1)
      .slice(0, 9)
      .every(([, found]) => found === '1 of 1'),
  );
  t.true(trapTable(1).every(([, count]) => count === '0'));
  t.is(markdown(['a', 'b'], [['1', '2']]), '| a | b |\n| --- | --- |\n| 1 | 2 |');
});

test('an indicator takes less than a hundred bytes', async (t) => {
  const { bytesPerIndicator, indicators } = await measureMatching(20_000, 1_000, 1);
  t.is(indicators, 20_000);
  t.true(bytesPerIndicator < 100);
});
