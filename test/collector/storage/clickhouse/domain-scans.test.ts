import test from 'ava';
import type { DomainScanHistory } from '../../../../collector/ports/scans/domain-scans.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { modes, startTestStores, type TestStores } from '../../../support/engines/clickhouse-modes.ts';
import { FakeDomainScans } from '../../../support/fakes/scans/domain-scans.ts';
import { samplePart, sampleScan } from '../../../support/scans/sample-scan.ts';

let stores: TestStores;
/** The stand-in of other tests, too, has to do what the store does. */
const histories: Record<string, () => DomainScanHistory> = {
  ...Object.fromEntries(
    modes.map((mode) => [mode, () => createClickHouseStores(stores.clickhouse[mode]).domainScans]),
  ),
  'in memory': () => new FakeDomainScans(),
};
const start = Date.UTC(2026, 0, 15, 12);
const at = (minutes: number) => new Date(start + minutes * 60_000);

test.before(async () => {
  stores = await startTestStores(modes);
});
test.after.always(() => stores?.dispose());

for (const [mode, open] of Object.entries(histories)) {
  test.serial(`${mode}: a domain's scans come back as they were, newest first`, async (t) => {
    const scans = open();
    const finding = {
      code: 'x',
      status: 'fail',
      severity: 'high',
      message: 'A "quoted"\n{text:String}.',
      rule: 'RFC 7208',
    } as const;
    const parts = {
      spf: samplePart({
        result: { record: "v=spf1 'ü' \u2028 -all" },
        findings: [finding, { ...finding, status: 'warning' }],
      }),
      dnssec: samplePart(),
    };
    const first = sampleScan({
      domain: 'example.com',
      startedAt: at(0),
      parts,
      summary: { spfValid: false },
    });
    const second = sampleScan({
      domain: 'example.com',
      startedAt: at(1),
      trigger: 'monitor',
      milliseconds: 12.7,
    });
    const other = sampleScan({ domain: 'example.org', startedAt: at(2) });
    await scans.append([first, other], 'one');
    await scans.append([first, other], 'one');
    await scans.append([second], 'two');
    const { count, scans: list } = await scans.list('example.com', 10);
    t.is(count, list.length);
    t.deepEqual(list, [
      {
        id: second.id,
        at: at(1),
        milliseconds: 13,
        trigger: 'monitor',
        checks: [],
        failures: 0,
        warnings: 0,
        summary: {},
      },
      {
        id: first.id,
        at: at(0),
        milliseconds: 40,
        trigger: 'request',
        checks: ['spf', 'dnssec'],
        failures: 1,
        warnings: 1,
        summary: { spfValid: false },
      },
    ]);
    const latest = await scans.list('example.com', 1);
    t.is(latest.scans.length, 1);
    t.is(latest.count, 2);
    const between = await scans.parts('example.com', { from: at(0), to: at(1), limit: 5 });
    t.deepEqual(between, [{ id: first.id, domain: 'example.com', at: at(0), parts }]);
    t.deepEqual(
      (await scans.byId([first, { id: other.id, domain: 'example.com' }])).map(({ id }) => id),
      [first.id],
    );
    t.is(await scans.countSince(at(1)), 2);
    t.is(await scans.countSince(at(0)), 3);
  });
}
