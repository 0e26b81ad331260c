import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { makeAccount } from '../../collector/bench/api/accounts.ts';
import { benchSender, type PreparedUpload } from '../../collector/bench/api/uploads.ts';
import { ClickHouse } from '../../collector/storage/clickhouse/clickhouse.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { ChaosCollector } from '../support/chaos/chaos-collector.ts';
import { numberedBatch, sendUntilAccepted } from '../support/chaos/stubborn-sender.ts';
import { adminKey } from '../support/ingest/running-collector.ts';
import { runSonde } from '../support/run-sonde.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';

const batches = 16;
const root = { SONDE_KEY: adminKey };

interface Threats {
  readonly threats: readonly { readonly id: number; readonly subject: string; readonly count: number }[];
}

test('a backup under load, restored after a loss, has all that was acknowledged before it, and takes the rest once', async (t) => {
  t.timeout(300_000);
  const directory = await temporaryDirectory(t);
  const [before, after] = [join(directory, 'before'), join(directory, 'after')];
  await mkdir(before);
  const collector = new ChaosCollector(before);
  await collector.start();
  t.teardown(() => collector.stop());
  const account = await makeAccount(collector.url, adminKey);
  const list = join(directory, 'list');
  await writeFile(list, 'r1.b1.example.net\nr2.b2.example.net\n');
  const imported = await runSonde(['indicators', 'import', list, '--url', collector.url], root);
  t.is(imported.exitCode, 0, imported.stderr);

  const sender = benchSender(account.locationKeys[0]!);
  const ended = new AbortController();
  t.teardown(() => ended.abort());
  const uploads = await Promise.all(
    Array.from({ length: batches }, (_, index) => numberedBatch(index, sender)),
  );
  const send = (upload: PreparedUpload) => sendUntilAccepted(() => collector.url, upload, ended.signal);
  const early = uploads.slice(0, 5);
  await Promise.all(early.map(send));
  let isMaking = true;
  const others = (async () => {
    for (const upload of uploads.slice(5)) await send(upload);
    while (isMaking) await send(early[0]!);
  })();
  const file = join(directory, 'backup.tar');
  const made = await runSonde(['backup', file, '--json', '--url', collector.url], root);
  isMaking = false;
  t.is(made.exitCode, 0, made.stderr);
  await others;
  t.deepEqual((await readdir(directory)).sort(), ['backup.tar', 'before', 'list']);
  t.false((await readdir(before)).includes('snapshots'), 'what was held for it is let go');
  const again = await runSonde(['backup', file, '--url', collector.url], root);
  t.regex(again.stderr, /already exists/);
  const wanted = await threatsOf(collector.url, account.apiKey);
  t.is(wanted.length, 2);

  await collector.kill('everything');

  const restored = await runSonde(['restore', file, '--data', after, '--json']);
  t.is(restored.exitCode, 0, restored.stderr);
  const summary = JSON.parse(restored.stdout);
  t.deepEqual(summary.rows, JSON.parse(made.stdout).rows);
  t.deepEqual(
    (await readdir(after)).filter((name) => name.startsWith('.')),
    [],
  );
  const occupied = await runSonde(['restore', file, '--data', after]);
  t.regex(occupied.stderr, /is not empty/);

  const next = new ChaosCollector(after);
  await next.start();
  t.teardown(() => next.stop());
  const counted = () => countedIn(after);
  const ofEarly = early.reduce((sum, { rows }) => sum + rows, 0);
  await until(async () => (await counted()).rows >= ofEarly, 60_000);
  // Whoever was acknowledged after the backup sends again; whoever was before is known.
  for (const upload of uploads) await sendUntilAccepted(() => next.url, upload, ended.signal);
  const all = uploads.reduce((sum, { rows }) => sum + rows, 0);
  await until(async () => Object.values(await counted()).every((count) => count >= all), 60_000);
  t.deepEqual(await counted(), { rows: all, distinct: all, minutes: all, names: all });
  t.deepEqual(await threatsOf(next.url, account.apiKey), wanted);
  t.is(
    await readFile(join(after, 'collector-id'), 'utf8'),
    await readFile(join(before, 'collector-id'), 'utf8'),
  );

  const disk = await onSmallDisk(next.url, file, await temporaryDirectory(t));
  t.regex(disk, /^backup 1: The disk of .* is full\. No backup was written\.$/m);
  t.regex(disk, /^restore 1: .* has \d MiB free, but the restored collector needs about \d+ MiB\.$/m);
  t.regex(disk, /^left: $/m);
  await truncate(file, Math.floor((await stat(file)).size * 0.7));
  const cut = await runSonde(['restore', file, '--data', join(directory, 'refused')]);
  t.is(cut.exitCode, 1);
  t.regex(cut.stderr, /^The backup is truncated: its end is missing\.$/m);
  t.false((await readdir(directory)).includes('refused'));
});

/** Makes a backup to, and restores one on, a disk of 100 KiB, which nobody else sees. */
async function onSmallDisk(url: string, file: string, disk: string): Promise<string> {
  const script = `mount -t tmpfs -o size=100k tmpfs "$2"
    said() { what=$1; shift; if text=$("$@" 2>&1); then code=0; else code=$?; fi; echo "$what $code: $(echo "$text" | tail -1)"; }
    said backup "$0" cli/main.ts backup "$2/backup.tar" --quiet --url "$1"
    said restore "$0" cli/main.ts restore "$3" --data "$2/data"
    echo "left: $(ls -A "$2")"`;
  const args = ['-Urm', 'sh', '-c', script, process.execPath, url, disk, file];
  const env = { ...bareEnvironment(), SONDE_DATA: '/nonexistent', ...root };
  return (await promisify(execFile)('unshare', args, { env })).stdout;
}

async function countedIn(directory: string) {
  const clickhouse = new ClickHouse({ socketPath: join(directory, 'clickhouse', 'engine.sock') });
  try {
    const [row] = await clickhouse.query<{ rows: number; distinct: number; minutes: number; names: number }>(
      `SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(query_name)) AS distinct,
         (SELECT toUInt32(sum(queries)) FROM traffic_minutes) AS minutes,
         (SELECT toUInt32(sum(queries)) FROM name_days) AS names FROM queries`,
    );
    return row!;
  } finally {
    await clickhouse.close();
  }
}

async function threatsOf(url: string, key: string): Promise<string[]> {
  const response = await fetch(`${url}/api/v1/dns-monitoring/threats`, { headers: { 'x-api-key': key } });
  const { threats } = (await response.json()) as Threats;
  return threats.map(({ id, subject, count }) => `${id} ${subject} ${count}`).sort();
}
