import test, { type ExecutionContext } from 'ava';
import { tailPatience } from '../../../../../collector/domain/intelligence/transparency/logs/follow-log.ts';
import { freshDatabase } from '../../../../support/engines/postgres.ts';
import { createFollowed } from '../../../../support/transparency/followed.ts';
import { LocalLog, listOf } from '../../../../support/transparency/local-log.ts';
import { issue } from '../../../../support/transparency/log-samples.ts';
import { until } from '../../../../support/until.ts';
import { makeAuthority } from '../../../../support/x509/make-certificate.ts';

const authority = makeAuthority('Log tests', { subject: { CN: 'Log tests', O: 'Sonde tests' } });
const some = Array.from({ length: 12 }, (_none, index) =>
  issue([`host${index}.example`, `*.host${index}.example`], authority),
);

const kinds = ['tiled', 'rfc6962'] as const;

async function database(t: ExecutionContext) {
  return (await freshDatabase(t)).open();
}

function fill(log: LocalLog, count: number): void {
  for (let index = 0; index < count; index++)
    log.add(some[log.size % some.length]!, index % 3 === 0 ? 'precertificate' : 'certificate');
  log.publish();
}

type Followed = ReturnType<typeof createFollowed>;

function run(t: ExecutionContext, followed: Followed): Followed {
  followed.follower.start();
  t.teardown(() => followed.follower.stop());
  return followed;
}

const stateOf = async ({ certificateLogs }: Followed, log: LocalLog) =>
  (await certificateLogs.all()).find(({ id }) => id === log.log.id.toString('hex'));

async function reaches(followed: Followed, log: LocalLog, size: number): Promise<void> {
  await until(async () => (await stateOf(followed, log))?.size === size);
}

/** A clock by which last entries are late soon, so that partial tiles are taken. */
const hasty = () => {
  const start = Date.now();
  return { now: () => start + (Date.now() - start) * (tailPatience / 50) };
};

for (const kind of kinds) {
  test.serial(
    `a ${kind} log is followed from its beginning, and as it grows, every entry once`,
    async (t) => {
      const log = await new LocalLog(kind, { kind, gzip: true, key: kind === 'tiled' ? 'ec' : 'rsa' }).start(
        t,
      );
      fill(log, 700);
      const followed = run(
        t,
        createFollowed(await database(t), () => listOf([log]), { clock: hasty() }),
      );
      await reaches(followed, log, 700);
      fill(log, 333);
      await reaches(followed, log, 1_033);
      await until(() => followed.told.length === 1_033);
      t.deepEqual(
        followed.told.map(({ entry }) => entry),
        Array.from({ length: 1_033 }, (_none, index) => index),
      );
      t.is(followed.archived.size, some.length, 'one for each certificate, however often it is logged');
      const state = await stateOf(followed, log);
      t.like(state, { status: 'following', failures: 0, today: { entries: 1_033, unreadable: 0 } });
      t.true(state!.head!.root.equals(log.root()));
      t.deepEqual(await followed.certificateLogs.totals(), { followed: 1, entriesToday: 1_033 });
    },
  );

  test.serial(`a ${kind} log is begun near its end, from an edge that its head proves`, async (t) => {
    const log = await new LocalLog(kind, { kind }).start(t);
    fill(log, 1_000);
    const followed = run(
      t,
      createFollowed(await database(t), () => listOf([log]), { from: 'now', clock: hasty() }),
    );
    await until(async () => (await stateOf(followed, log)) !== undefined);
    fill(log, 500);
    await reaches(followed, log, 1_500);
    const { firstEntry } = (await stateOf(followed, log))!;
    t.is(firstEntry, kind === 'tiled' ? 1_000 : 999);
    await until(() => followed.told.length === 1_500 - firstEntry);
  });

  test.serial(
    `a ${kind} log that signs two trees of one size is stopped at once, with both as evidence`,
    async (t) => {
      const log = await new LocalLog(kind, { kind }).start(t);
      fill(log, 300);
      const followed = run(
        t,
        createFollowed(await database(t), () => listOf([log]), { clock: hasty() }),
      );
      await reaches(followed, log, 300);
      log.rewind(290);
      for (let index = 0; index < 10; index++) log.add(issue(['other.example'], authority));
      log.publish();
      await until(async () => (await stateOf(followed, log))?.status === 'stopped');
      const { reason, evidence } = (await stateOf(followed, log))!;
      t.is(reason, 'fork');
      t.like(evidence, { signed_before: { tree_size: 300 }, signed_now: { tree_size: 300 } });
      await until(() => followed.follower.warnings().length === 1);
      t.regex(followed.follower.warnings()[0]!, /contradicts itself \(fork\)/);
      const asked = log.requests.length;
      fill(log, 10);
      await until(async () => followed.meter.gauges.get('sonde_certificate_logs_stopped')!() === 1);
      t.is(log.requests.length, asked, 'a log that was stopped is asked nothing');
    },
  );

  test.serial(
    `a ${kind} log that goes on from another past is found out, and nothing of it is told`,
    async (t) => {
      const log = await new LocalLog(kind, { kind }).start(t);
      fill(log, 512);
      const followed = run(
        t,
        createFollowed(await database(t), () => listOf([log]), { clock: hasty() }),
      );
      await reaches(followed, log, 512);
      await until(() => followed.told.length === 512);
      log.rewind(500);
      fill(log, 300);
      for (let index = 0; index < 100; index++) log.add(issue(['other.example'], authority));
      log.publish();
      await until(async () => (await stateOf(followed, log))?.status === 'stopped');
      t.is((await stateOf(followed, log))!.reason, 'fork');
      t.is((await stateOf(followed, log))!.size, 512);
      t.is(followed.told.length, 512);
    },
  );

  test.serial(`a ${kind} log whose entries have another root than it signed is stopped`, async (t) => {
    const log = await new LocalLog(kind, { kind }).start(t);
    fill(log, 100);
    const signed = log.root();
    log.publishHead({ root: Buffer.alloc(32, 5) });
    const followed = run(
      t,
      createFollowed(await database(t), () => listOf([log]), { clock: hasty() }),
    );
    await until(async () => (await stateOf(followed, log))?.status === 'stopped');
    t.like(await stateOf(followed, log), { reason: 'wrong_root', size: 0, today: { entries: 0 } });
    t.deepEqual(followed.told, []);
    // Somebody saw to it: the log goes on from where it was verified.
    log.publishHead({ root: signed });
    t.true(await followed.certificateLogs.resume(log.log.id.toString('hex')));
    await reaches(followed, log, 100);
  });

  test.serial(
    `a ${kind} log that shrinks is stopped; one that answers out of an old cache is not`,
    async (t) => {
      const log = await new LocalLog(kind, { kind }).start(t);
      fill(log, 200);
      const followed = run(
        t,
        createFollowed(await database(t), () => listOf([log]), { clock: hasty() }),
      );
      await reaches(followed, log, 200);
      log.publishHead({ size: 150, root: log.root(150), timestamp: Date.UTC(2025, 0, 1) });
      const seen = log.requests.length;
      await until(() => log.requests.length > seen + 4);
      t.is((await stateOf(followed, log))!.status, 'following');
      log.publishHead({ size: 150, root: log.root(150), timestamp: Date.UTC(2026, 5, 1) });
      await until(async () => (await stateOf(followed, log))?.status === 'stopped');
      t.is((await stateOf(followed, log))!.reason, 'shrunk');
    },
  );

  test.serial(
    `a ${kind} log that refuses, breaks off, cuts or mixes up is left alone, and asked again`,
    async (t) => {
      const log = await new LocalLog(kind, { kind }).start(t);
      fill(log, 600);
      const isEntries = (path: string) => path.startsWith('/tile/data/') || path.includes('get-entries');
      const other = () =>
        log.answer(kind === 'tiled' ? '/tile/data/001' : '/ct/v1/get-entries?start=400&end=463');
      const faults: [string, NonNullable<LocalLog['fault']>][] = [
        [
          'limited',
          (path, usual) => (isEntries(path) ? { status: 429, headers: { 'retry-after': '1' } } : usual),
        ],
        ['refused', (path, usual) => (isEntries(path) ? { status: 500 } : usual)],
        [
          'malformed',
          (path, usual) => (isEntries(path) ? { ...usual, body: usual!.body!.slice(0, -50) } : usual),
        ],
        ['malformed', () => ({ body: '<html>captive portal</html>' })],
        [
          'malformed',
          (path, usual) => (/checkpoint|get-sth$/.test(path) ? forged(usual!.body as string) : usual),
        ],
        ...(kind === 'tiled'
          ? [
              ['malformed', (path: string, usual) => (/data\/000/.test(path) ? other() : usual)] as [
                string,
                NonNullable<LocalLog['fault']>,
              ],
            ]
          : []),
      ];
      const postgres = await database(t);
      const followed = run(
        t,
        createFollowed(postgres, () => listOf([log]), { clock: hasty() }),
      );
      for (const [reason, fault] of faults) {
        const key = `sonde_certificate_log_failures_total ${kind} ${reason}`;
        const before = followed.meter.counts.get(key) ?? 0;
        log.fault = fault;
        await until(() => (followed.meter.counts.get(key) ?? 0) > before);
        const asked = log.requests.length;
        t.true(asked < 2_000, 'nothing is hammered');
      }
      log.fault = (_path, usual) => usual;
      await reaches(followed, log, 600);
      await until(() => followed.told.length === 600);
      t.is(followed.archived.size, some.length);
    },
  );
}

/** The signature spoilt. */
function forged(body: string) {
  const spoilt = body.startsWith('{')
    ? body.replace(/"tree_size":\d+/, '"tree_size":601')
    : body.replace(/\n600\n/, '\n601\n');
  return { body: spoilt };
}

test.serial(
  'partial tiles are asked for late, and taken out of the full one where they are gone',
  async (t) => {
    const log = await new LocalLog('tails', { kind: 'tiled' }).start(t);
    fill(log, 300);
    const followed = run(
      t,
      createFollowed(await database(t), () => listOf([log])),
    );
    await reaches(followed, log, 256);
    t.false(
      log.requests.some((path) => /data\/001/.test(path)),
      'the last entries wait for others',
    );
    const late = run(
      t,
      createFollowed(await database(t), () => listOf([log]), { clock: hasty(), collectorId: 'two' }),
    );
    log.fault = (path, usual) => (path.includes('.p/') ? { status: 404 } : usual);
    const grown = log.size;
    fill(log, 256);
    log.publishHead({ size: grown, root: log.root(grown) });
    await reaches(late, log, grown);
    t.is(new Set(late.told.map(({ entry }) => entry)).size, grown);
  },
);

test.serial('collectors share logs: each entry is taken by one of them', async (t) => {
  const logs: LocalLog[] = [];
  for (const [place, kind] of [...kinds, ...kinds].entries()) {
    const log = await new LocalLog(`shared ${place}`, { kind }).start(t);
    fill(log, 512);
    logs.push(log);
  }
  const schema = await freshDatabase(t);
  const archived = new Map<string, number>();
  const both = ['one', 'two'].map((collectorId) =>
    run(
      t,
      createFollowed(schema.open(), () => listOf(logs), {
        collectorId,
        archived,
        clock: hasty(),
        mostEntries: 256,
      }),
    ),
  );
  for (const log of logs) await reaches(both[0]!, log, 512);
  const told = both.flatMap(({ told }) => told.map(({ log, entry }) => `${log} ${entry}`));
  await until(() => both.flatMap(({ told }) => told).length >= 2_048);
  t.is(told.length, new Set(told).size);
  t.is((await both[0]!.certificateLogs.totals()).entriesToday, 2_048);
});

test.serial('a log that ends is taken to its end, and one that is retired is let go of', async (t) => {
  const [ending, retired] = [
    await new LocalLog('ending', { kind: 'tiled' }).start(t),
    await new LocalLog('retired', { kind: 'rfc6962' }).start(t),
  ];
  fill(ending, 333);
  fill(retired, 10);
  ending.state = {
    readonly: {
      timestamp: '2026-01-01T00:00:00Z',
      final_tree_head: { tree_size: 333, sha256_root_hash: '' },
    },
  };
  retired.state = { retired: { timestamp: '2026-01-01T00:00:00Z' } };
  const followed = run(
    t,
    createFollowed(await database(t), () => listOf([ending, retired])),
  );
  await until(async () => (await stateOf(followed, ending))?.status === 'ended');
  t.like(await stateOf(followed, ending), { size: 333, reason: 'complete' });
  t.is(await stateOf(followed, retired), undefined);
  t.deepEqual(retired.requests, []);
});

test.serial('nothing is taken while it could not be told', async (t) => {
  const log = await new LocalLog('pressure', { kind: 'tiled' }).start(t);
  fill(log, 512);
  let hasRoom = false;
  const followed = run(
    t,
    createFollowed(await database(t), () => listOf([log]), { hasRoom: () => hasRoom }),
  );
  await until(async () => followed.follower.warnings().length === 0);
  t.deepEqual(log.requests, []);
  hasRoom = true;
  await reaches(followed, log, 512);
});
