import { createClientFingerprintStore } from '../../../../../collector/storage/postgres/client-fingerprints.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { someAccount } from '../../../../support/engines/postgres-samples.ts';

const chrome = 't13d1516h2_8daaf6152771_b186095e22b6';
const curl = 't13d3112h2_e8f1e7e78f70_375ca2c5e164';
const minute = 60_000;

/** Fingerprints of clients. */
export const clientFingerprintSuite: PostgresSuite = {
  'a pair is counted, and what goes with its fingerprint and its address': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const postgres = database.open({ max: 4 });
    const store = createClientFingerprintStore(postgres);
    const [mine, other] = [await someAccount(postgres), await someAccount(postgres)];
    const start = new Date('2026-03-14T09:00:00.000Z');
    const later = (minutes: number) => new Date(start.getTime() + minutes * minute);
    const seen = (ja4: string, sourceAddress: string, at: Date, { accountId } = mine) =>
      store.record({ accountId, ja4, sourceAddress, at });
    t.deepEqual(await seen(chrome, '192.0.2.7', later(5)), {
      firstSeen: later(5),
      lastSeen: later(5),
      timesSeen: 1,
      addresses: 1,
      fingerprintsOfAddress: 1,
    });
    await seen(chrome, '2001:db8::1', start);
    await seen(curl, '192.0.2.7', start);
    await seen(chrome, '192.0.2.7', start, other);
    // Told late: it does not move the last time back.
    t.deepEqual(await seen(chrome, '192.0.2.7', later(1)), {
      firstSeen: later(5),
      lastSeen: later(5),
      timesSeen: 2,
      addresses: 2,
      fingerprintsOfAddress: 2,
    });
    await Promise.all(Array.from({ length: 10 }, () => seen(curl, '192.0.2.9', start)));
    t.is((await seen(curl, '192.0.2.9', start)).timesSeen, 11);
    t.is(await store.forgetBefore(later(5)), 4);
    await store.recordMany([]);
    await store.recordMany([
      { accountId: mine.accountId, ja4: chrome, sourceAddress: '192.0.2.7', at: later(5), times: 3 },
      { accountId: mine.accountId, ja4: curl, sourceAddress: '192.0.2.30', at: later(5), times: 2 },
    ]);
    t.like(await seen(curl, '192.0.2.30', later(5)), { timesSeen: 3, firstSeen: later(5) });
    t.like(await seen(chrome, '192.0.2.7', later(6)), { timesSeen: 6, addresses: 1 });
  },
};
