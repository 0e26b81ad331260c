import { createTrackedDomainStore } from '../../../../../collector/storage/postgres/scans/tracked-domains.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { hostileStrings } from '../../../../support/engines/postgres-samples.ts';
import { samplePart, sampleScan } from '../../../../support/scans/sample-scan.ts';

const once = { monitorSeconds: 0 };
const daily = 86_400;
const certificate = (validUntil: string) => ({
  issuer: 'CN=Authority',
  subject: 'CN=example.com',
  serialNumber: '01',
  validFrom: '2025-01-01T00:00:00.000Z',
  validUntil,
  fingerprint: 'ab',
});

/** The latest state of scanned domains. */
export const domainScanSuite: PostgresSuite = {
  'a scan replaces the parts that it looked at and leaves the others': async (t, connection) => {
    const store = createTrackedDomainStore((await freshDatabase(t, connection)).open());
    const spf = samplePart({ result: { record: 'v=spf1 -all' } });
    const first = sampleScan({
      domain: 'example.com',
      parts: { spf, tls: samplePart({ result: 1 }) },
      summary: { spfValid: true, certificate: certificate('2026-03-01T00:00:00.000Z'), sslValid: true },
    });
    t.deepEqual(await store.record([{ scan: first, ...once }], daily), new Map());
    const later = sampleScan({
      domain: 'example.com',
      startedAt: new Date(first.startedAt.getTime() + 60_000),
      parts: { tls: samplePart({ result: 2 }) },
      summary: { sslValid: false, certificate: null },
    });
    const before = await store.record([{ scan: later, ...once }], daily);
    t.deepEqual(before.get('example.com'), first.parts);
    const found = await store.find('example.com');
    t.deepEqual(found?.parts, { spf, tls: samplePart({ result: 2 }) });
    t.deepEqual(found?.summary, { spfValid: true, sslValid: false, certificate: null });
    t.deepEqual(found?.lastScannedAt, new Date(later.startedAt.getTime() + 40));
    t.deepEqual(await store.certificatesEndingBefore(new Date('2027-01-01'), 10), []);
    t.is(await store.find('example.org'), undefined);
  },
  'of two that record at once each sees what the other left': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const stores = [0, 1, 2, 3].map(() => createTrackedDomainStore(database.open({ max: 1 })));
    const given = (value: number) =>
      ['a.example', 'b.example'].map((domain) => ({
        scan: sampleScan({ domain, parts: { spf: samplePart({ result: value }) } }),
        ...once,
      }));
    const seen = await Promise.all(
      stores.map((store, index) => store.record(index % 2 ? given(index) : given(index).reverse(), daily)),
    );
    const before = seen.map((map) => map.get('a.example')?.spf?.result ?? 'nothing');
    const last = (await stores[0]!.find('a.example'))?.parts.spf?.result;
    // A chain: everything but the last was seen by exactly one.
    t.deepEqual([...before, last].map(String).toSorted(), ['0', '1', '2', '3', 'nothing']);
  },
  'domains are listed, searched and counted': async (t, connection) => {
    const store = createTrackedDomainStore((await freshDatabase(t, connection)).open());
    const summaries = {
      'example.com': {
        dnssecEnabled: true,
        spfRecord: 'v=spf1 -all',
        certificate: certificate('2026-02-01T00:00:00.000Z'),
        sslValid: true,
      },
      'www.example.com': {
        dnssecEnabled: false,
        dmarcPolicy: null,
        certificate: certificate('2026-01-20T00:00:00.000Z'),
        sslValid: false,
      },
      'example.com.invalid': { dnssecEnabled: null },
      'other.test': {},
    };
    await store.record(
      Object.entries(summaries).map(([domain, summary]) => ({
        scan: sampleScan({ domain, summary }),
        monitorSeconds: domain === 'other.test' ? 60 : 0,
      })),
      daily,
    );
    const { count, domains } = await store.list({ limit: 2, offset: 1 });
    t.is(count, 4);
    t.deepEqual(
      domains.map(({ domain }) => domain),
      ['example.com.invalid', 'other.test'],
    );
    const names = (entries: readonly { domain: string }[]) => entries.map(({ domain }) => domain);
    t.deepEqual(names((await store.search('example.com', 10)).domains), [
      'example.com',
      'example.com.invalid',
      'www.example.com',
    ]);
    const some = await store.search('example.com', 2);
    t.is(some.count, 3);
    t.deepEqual(names(some.domains), ['example.com', 'example.com.invalid']);
    t.deepEqual(await store.search('%', 10), { count: 0, domains: [] });
    t.deepEqual(names(await store.certificatesEndingBefore(new Date('2026-01-25'), 10)), ['www.example.com']);
    t.deepEqual(names(await store.findAll(['other.test', 'nobody.test', 'example.com'], [])), [
      'example.com',
      'other.test',
    ]);
    t.deepEqual(await store.counts(), {
      domains: 4,
      dnssecEnabled: 1,
      certificates: 2,
      validCertificates: 1,
      emailRecords: 1,
      monitored: 1,
    });
  },
  'a monitored domain is due after its time, for one of those that ask': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const stores = [0, 1, 2].map(() => createTrackedDomainStore(database.open({ max: 1 })));
    const scan = sampleScan({ domain: 'example.com' });
    await stores[0]!.record(
      [
        { scan, monitorSeconds: 3_600 },
        { scan: sampleScan({ domain: 'once.example' }), ...once },
      ],
      0,
    );
    const claimed = await Promise.all(stores.map((store) => store.claimDue(10, 600)));
    t.deepEqual(claimed.flat(), ['example.com']);
    t.deepEqual(await stores[0]!.claimDue(10, 600), [], 'while the lease lasts');
    await stores[0]!.record([{ scan, ...once }], 0);
    t.deepEqual(await stores[0]!.claimDue(10, 600), ['example.com'], 'it stays monitored');
  },
  'old domains are forgotten, and odd texts do no harm': async (t, connection) => {
    const store = createTrackedDomainStore((await freshDatabase(t, connection)).open());
    const parts = Object.fromEntries(
      hostileStrings.map((text, index) => [`check${index}`, samplePart({ result: { text } })]),
    );
    await store.record([{ scan: sampleScan({ domain: 'example.com', parts }), ...once }], daily);
    for (const text of hostileStrings)
      t.true(Array.isArray((await store.search(text.replaceAll('\0', ''), 5)).domains));
    t.is(await store.forgetBefore(new Date('2026-01-01')), 0);
    t.is(await store.forgetBefore(new Date('2026-02-01')), 1);
    t.is(await store.find('example.com'), undefined);
  },
};
