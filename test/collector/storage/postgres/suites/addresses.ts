import { randomUUID } from 'node:crypto';
import type { AddressScore } from '../../../../../collector/ports/addresses/address-scans.ts';
import { createAddressReportStore } from '../../../../../collector/storage/postgres/addresses/address-reports.ts';
import { createAddressScanStore } from '../../../../../collector/storage/postgres/addresses/address-scans.ts';
import { createNetworkRegistrationStore } from '../../../../../collector/storage/postgres/addresses/network-registrations.ts';
import type { AddressScanAnswer } from '../../../../../shared/schemas/address-scan.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { someAccount } from '../../../../support/engines/postgres-samples.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));
const score = (ip: string, abuseConfidence: number, hour: number): AddressScore => ({
  ip,
  abuseConfidence,
  totalReports: 0,
  blacklistHits: 1,
  hasPtr: null,
  country: 'DE',
  asn: 4_200_000_000,
  lastSeen: at(hour),
});
const network = (first: string, last: string, name: string) =>
  ({ source: 'rdap', server: 'https://rdap.example/', first, last, name }) as never;

/** Addresses: scans, scores, reports, and registrations of their networks. */
export const addressesSuite: PostgresSuite = {
  'scans of an address are kept, and its latest score beside them': async (t, connection) => {
    const store = createAddressScanStore((await freshDatabase(t, connection)).open());
    const scan = (hour: number) => ({
      id: randomUUID(),
      at: at(hour),
      scope: 'full' as const,
      answer: { ip: '192.0.2.1', text: 'a\u0000b' } as unknown as AddressScanAnswer,
      changed: hour === 2 ? ['origin'] : [],
    });
    await store.append(scan(1), score('192.0.2.1', 20, 1));
    await store.append(scan(2), score('192.0.2.1', 80, 2));
    await store.append(scan(3), score('2001:db8::1', 90, 3));
    t.like(await store.latest('192.0.2.1'), { at: at(2), changed: ['origin'], scope: 'full' });
    t.is((await store.list('192.0.2.1', 10)).length, 2);
    t.is(await store.latest('192.0.2.2'), undefined);
    t.deepEqual(await store.count(), { scans: 3, addresses: 2 });
    const { total, scores } = await store.highRisk({ minConfidence: 75, limit: 1 });
    t.is(total, 2);
    t.deepEqual(scores, [score('2001:db8::1', 90, 3)]);
    t.deepEqual(await store.scoresBetween('192.0.2.0', '192.0.2.255', 10), [score('192.0.2.1', 80, 2)]);
    t.is(await store.forgetBefore(at(2)), 1);
  },
  'an account has one report of a category and day': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const store = createAddressReportStore(postgres);
    const report = (hour: number, category: 9 | 10) =>
      store.add({ ip: '192.0.2.1', accountId, category, comment: `${hour}`, proof: null, at: at(hour) });
    await report(1, 9);
    await report(2, 9);
    await report(3, 10);
    await report(25, 9);
    t.deepEqual(
      (await store.of('192.0.2.1')).map(({ comment, category }) => [comment, category]),
      [
        ['25', 9],
        ['3', 10],
        ['2', 9],
      ],
    );
    t.is((await store.between('192.0.2.0', '192.0.2.255', 2)).length, 2);
    t.is(await store.forgetBefore(at(4)), 2);
  },
  'the narrowest network around an address is found while it is recent': async (t, connection) => {
    const store = createNetworkRegistrationStore((await freshDatabase(t, connection)).open());
    await store.save(network('192.0.0.0', '192.0.255.255', 'wide'), at(1));
    await store.save(network('192.0.2.0', '192.0.2.255', 'narrow'), at(2));
    await store.save(network('192.0.2.0', '192.0.3.255', 'between'), at(2));
    await store.save(network('::', '2fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'six'), at(2));
    const name = async (ip: string, hour: number) => (await store.find(ip, at(hour)))?.name;
    t.is(await name('192.0.2.7', 1), 'narrow');
    t.is(await name('192.0.3.7', 1), 'between');
    t.is(await name('192.0.9.7', 1), 'wide');
    t.is(await name('192.0.9.7', 2), undefined);
    t.is(await name('198.51.100.1', 1), undefined);
    t.is(await name('2001:db8::1', 1), 'six');
    await store.save(network('192.0.2.0', '192.0.2.255', 'anew'), at(3));
    t.is(await name('192.0.2.7', 3), 'anew');
    t.is(await store.forgetBefore(at(3)), 3);
  },
};
