import test from 'ava';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { benignDay, traps } from '../../../support/detection/benign-day.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';

for (const trap of traps) {
  test(`${trap.name}: nothing above a remark`, (t) => {
    for (const seed of [1, 2, 3, 4, 5]) t.deepEqual(alerts(detect(trap.rows(new SeededRandom(seed), 0))), []);
  });
}

test('a busy day with every trap raises nothing above a remark', (t) => {
  t.deepEqual(alerts(detect(benignDay(new SeededRandom(21)), { batchRows: 2_000 })), []);
});
