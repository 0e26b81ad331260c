import test from 'ava';
import type {
  CertificateArchive,
  SeenCertificate,
} from '../../../../collector/ports/transparency/certificates.ts';
import type { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { ClickHouseRetention } from '../../../../collector/storage/clickhouse/retention.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { allModes, inEachMode } from '../../../support/engines/clickhouse-modes.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 4, 1);

function seen(id: number, names: string[], how: Partial<SeenCertificate> = {}): SeenCertificate {
  return {
    id: id.toString(16).padStart(64, '0').split('').reverse().join(''),
    kind: 'certificate',
    issuer: 'CN=R3,O=Authority',
    organization: 'Authority',
    serial: `0${id}`,
    notBefore: new Date(start),
    notAfter: new Date(start + 90 * day),
    names,
    namesLeftOut: 0,
    log: 'One',
    entry: id,
    loggedAt: new Date(start + id * 1_000),
    ...how,
  };
}

inEachMode(allModes, (mode, stores) => {
  let clickhouse: ClickHouse;
  let archive: CertificateArchive;

  test.serial.before(() => {
    clickhouse = stores().clickhouse[mode];
    archive = createClickHouseStores(clickhouse).certificateArchive;
  });

  const find = (name: string, below = true, more: object = {}) =>
    archive.search({ name, below, limit: 50, offset: 0, ...more });

  test.serial(
    `${mode}: a certificate is one, however often, in whichever log and form it is taken`,
    async (t) => {
      const names = ['shop.example', 'www.shop.example', '*.shop.example'];
      const precertificate = seen(1, names, { kind: 'precertificate' });
      await archive.append([precertificate, seen(2, ['other.example'])], new Date(start));
      t.true((await find('shop.example')).certificates[0]!.isPrecertificate);
      const later = seen(1, names, { log: 'Two', loggedAt: new Date(start + 60_000) });
      await archive.append([precertificate, later], new Date(start));
      await archive.append([later], new Date(start + day));
      const { count, certificates } = await find('shop.example');
      t.is(count, 1);
      t.deepEqual(certificates, [
        {
          id: precertificate.id.slice(0, 32),
          issuer: 'CN=R3,O=Authority',
          organization: 'Authority',
          serial: '01',
          notBefore: new Date(start),
          notAfter: new Date(start + 90 * day),
          name: 'shop.example',
          names,
          nameCount: 3,
          logs: ['One', 'Two'],
          firstLoggedAt: new Date(start + 1_000),
          isPrecertificate: false,
        },
      ]);
    },
  );

  test.serial(`${mode}: searches are by name, below it, issuer and time, in pages`, async (t) => {
    await archive.append(
      [
        seen(11, ['a.find.example'], { issuer: 'CN=X,O=Somebody Else', organization: 'Somebody Else' }),
        seen(12, ['b.find.example', 'find.example']),
        seen(13, ['nofind.example', 'find.example.net']),
        seen(14, ['c.find.example'], { notAfter: new Date(start + day) }),
      ],
      new Date(start),
    );
    const ids = async (...asked: Parameters<typeof find>) => {
      const { count, certificates } = await find(...asked);
      return [count, ...certificates.map(({ serial }) => serial)];
    };
    t.deepEqual(await ids('find.example'), [3, '014', '012', '011']);
    t.deepEqual(await ids('find.example', false), [1, '012']);
    t.deepEqual(await ids('find.example', true, { issuer: 'somebody' }), [1, '011']);
    t.deepEqual(await ids('find.example', true, { validAt: new Date(start + 2 * day) }), [2, '012', '011']);
    t.deepEqual(await ids('find.example', true, { loggedSince: new Date(start + 12_000) }), [
      2,
      '014',
      '012',
    ]);
    t.deepEqual(await ids('find.example', true, { limit: 1, offset: 1 }), [3, '012']);
    t.deepEqual(await ids('nothing.example'), [0]);
  });

  test.serial(`${mode}: what is past its time goes by whole days`, async (t) => {
    await archive.append([seen(21, ['old.example'])], new Date(start - 30 * day));
    await archive.append([seen(22, ['old.example'])], new Date(start));
    // Of a cluster, each collector drops what its own shard has.
    if (mode === 'distributed') return t.pass();
    const retention = new ClickHouseRetention(clickhouse);
    await retention.enforce(
      { rowDays: 10_000, rollupDays: 10_000, certificateDays: 20 },
      new Date(start + day),
    );
    const { certificates } = await find('old.example');
    t.deepEqual(
      certificates.map(({ serial }) => serial),
      ['022'],
    );
  });
});
