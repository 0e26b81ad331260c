import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { createCertificateLogStore } from '../../../../../collector/storage/postgres/transparency/certificate-logs.ts';
import { freshDatabase } from '../../../../support/engines/postgres.ts';
import { someAccount } from '../../../../support/engines/postgres-samples.ts';
import { testRandom } from '../../../../support/test-seed.ts';
import { LocalLog, listOf } from '../../../../support/transparency/local-log.ts';
import { issue } from '../../../../support/transparency/log-samples.ts';
import { until } from '../../../../support/until.ts';
import { makeAuthority } from '../../../../support/x509/make-certificate.ts';

const program = fileURLToPath(new URL('../../../../support/transparency/follower-child.ts', import.meta.url));
const kills = 3;

for (const kind of ['rfc6962', 'tiled'] as const) {
  test.serial(
    `a follower of a log by ${kind} that is killed at any moment leaves nothing out and takes nothing twice`,
    async (t) => {
      const schema = await freshDatabase(t);
      const postgres = schema.open();
      const { locations } = await someAccount(postgres);
      const locationId = locations[0]!.id;
      const authority = makeAuthority('Killed');
      const log = await new LocalLog(`killed ${kind}`, { kind }).start(t);
      const store = createCertificateLogStore(postgres);
      const sizeNow = async () => (await store.load(log.log.id.toString('hex')))?.size ?? 0;
      const grow = () => {
        // A lease of who was killed is for others at its end; the test has no time for that.
        for (let count = 0; count < 40; count++) log.add(issue([`host${log.size}.example.com`], authority));
        log.publish();
      };
      grow();
      const start = () => {
        const { connection } = schema;
        const given = JSON.stringify({ connection, list: listOf([log]), locationId });
        const child = spawn(process.execPath, [program], {
          env: { ...process.env, FOLLOWER: given },
          stdio: 'ignore',
        });
        t.teardown(() => child.kill('SIGKILL'));
        return child;
      };
      for (let kill = 0; kill < kills; kill++) {
        const child = start();
        const before = await sizeNow();
        grow();
        await until(async () => (await sizeNow()) > before);
        for (let step = 0; step < 3; step++) grow();
        await delay(testRandom.fraction() * 150);
        child.kill('SIGKILL');
        await once(child, 'exit');
        await postgres.query('DELETE FROM leases');
      }
      start();
      await until(async () => (await sizeNow()) === log.size);
      t.is((await store.totals()).entriesToday, log.size, 'no entry is counted twice');
      const [kept] = await postgres.query<{ count: number; distinct: number }>(
        `SELECT count(*) AS count, count(DISTINCT certificate ->> 'entry') AS distinct FROM watched_certificates`,
      );
      t.deepEqual(kept, { count: log.size, distinct: log.size }, 'and none is left out');
    },
  );
}
