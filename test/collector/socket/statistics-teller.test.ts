import test from 'ava';
import { StatisticsTeller } from '../../../collector/socket/statistics-teller.ts';
import { silentLog } from '../../support/silent-log.ts';
import { until } from '../../support/until.ts';

const timestamp = '2026-05-04T03:02:01.000Z';

test('the numbers of the platform are told again and again, and a failure is no end', async (t) => {
  let count = 0;
  const heard: object[] = [];
  const teller = new StatisticsTeller(
    {
      statistics: async () => {
        if (count++ === 0) throw new Error('the store is away');
        return { total_domains: 1, total_scans_today: 2, active_monitors: 3, ct_logs_today: null };
      },
      statisticsInterval: 5,
      clock: { now: () => Date.parse(timestamp) },
      log: silentLog,
    },
    (numbers) => heard.push(numbers),
  );
  t.teardown(() => teller.stop());
  await until(() => heard.length > 0);
  t.deepEqual(heard[0], {
    total_domains: 1,
    total_scans_today: 2,
    active_monitors: 3,
    ct_logs_today: null,
    timestamp,
  });
});
