import test from 'ava';
import { windowSeconds } from '../../../collector/domain/people/accounts/log-in.ts';
import { forgetLoginAttempts } from '../../../collector/jobs/forgetting/forget-login-attempts.ts';
import { forgetOldAuditEntries } from '../../../collector/jobs/forgetting/forget-old-audit-entries.ts';
import { forgetOldResolverReports } from '../../../collector/jobs/forgetting/forget-old-resolver-reports.ts';
import { forgetOldRuns } from '../../../collector/jobs/forgetting/forget-old-runs.ts';

const clock = { now: () => Date.parse('2026-06-01T00:00:00Z') };
const { signal } = new AbortController();

test('attempts are forgotten when they no longer count, records after 400 days', async (t) => {
  const told: number[] = [];
  const store = {
    forgetBefore: async (time: Date) => {
      told.push((clock.now() - time.getTime()) / 1_000);
      return 0;
    },
  };
  await forgetLoginAttempts.run({ attempts: store, clock }, signal);
  await forgetOldAuditEntries.run({ audit: store, clock }, signal);
  await forgetOldRuns.run({ ledgers: store, clock }, signal);
  t.true(told[0]! > windowSeconds);
  t.deepEqual(told.slice(1), [400 * 86_400, 400 * 86_400]);
});

test("resolvers' totals are kept as long as counts are", async (t) => {
  const told: string[] = [];
  const resolverReports = { forgetBefore: async (day: string) => void told.push(day) };
  await forgetOldResolverReports.run({ resolverReports, retentionPolicy: { rollupDays: 30 }, clock }, signal);
  t.deepEqual(told, ['2026-05-02']);
});
