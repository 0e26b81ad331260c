import test from 'ava';
import type { PublishedEvent } from '../../../collector/ports/system/events.ts';
import { FloodDelivery } from '../../../collector/socket/flood-delivery.ts';
import { StatisticsTeller } from '../../../collector/socket/statistics-teller.ts';
import { silentLog } from '../../support/silent-log.ts';

const timestamp = '2026-05-04T03:02:01.000Z';
const entry = (domain: string): PublishedEvent => ({
  name: 'ct_log_entry',
  payload: {
    domain,
    certificate: { issuer: 'CN=A', serial: '1', not_before: timestamp, not_after: timestamp },
    timestamp,
  },
  accountId: null,
});

test('what finds no room goes to those who asked for its domain, and all others are told how many', async (t) => {
  const sent: [string, boolean][] = [];
  const told = Promise.withResolvers<number>();
  const flood = new FloodDelivery({
    send: (event, wanted) => {
      sent.push([(event.payload as { domain: string }).domain, wanted?.('ct_logs') ?? true]);
      return 5_000;
    },
    onLeftOut: told.resolve,
  });
  t.teardown(() => flood.stop());
  // Nothing has a turn before all of them are there.
  for (let index = 0; index < 2_500; index++) flood.add(entry(`host${index}.example`));
  const leftOut = sent.filter(([, isForAll]) => !isForAll);
  t.true(leftOut.length > 400, String(leftOut.length));
  t.is(await told.promise, leftOut.length);
});

test('the numbers of the platform are told again and again, and a failure is no end', async (t) => {
  let count = 0;
  const heard = Promise.withResolvers<object>();
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
    heard.resolve,
  );
  t.teardown(() => teller.stop());
  t.deepEqual(await heard.promise, {
    total_domains: 1,
    total_scans_today: 2,
    active_monitors: 3,
    ct_logs_today: null,
    timestamp,
  });
});
