import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { readSinks } from '../../../sensor/sinks/read-sinks.ts';
import { presentFlow } from '../../../shared/batch/present-flow.ts';
import { startSinks } from '../../support/agent/sensor-sinks.ts';
import { sampleFlow } from '../../support/ingest/uploads.ts';
import { startMosquitto } from '../../support/sinks/brokers.ts';
import { bucketKey, startBucket } from '../../support/sinks/bucket.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('connections of encrypted DNS go to the sinks that want them, in each form, under ids of their own', async (t) => {
  const directory = await temporaryDirectory(t);
  const [mosquitto, bucket] = await Promise.all([startMosquitto(t), startBucket(t)]);
  const secret = join(directory, 'secret');
  await writeFile(secret, bucketKey);
  const presentations = ['json', 'ecs', 'ocsf', 'zeek'] as const;
  const described = {
    sinks: [
      ...presentations.map((presentation) => ({
        name: presentation,
        kind: 'files',
        presentation,
        queries: false,
        connections: 'all',
      })),
      { name: 'both', kind: 'files', connections: 'ended' },
      { name: 'neither', kind: 'files' },
      {
        name: 'mqtt',
        kind: 'mqtt',
        connections: 'all',
        config: { host: '127.0.0.1', transport: 'tcp', port: mosquitto.port },
      },
      {
        name: 'lake',
        kind: 's3',
        connections: 'all',
        secret_file: secret,
        config: { url: bucket.url, bucket: bucket.bucket, compression: 'none', gather_seconds: 3_600 },
      },
    ],
  };
  const path = join(directory, 'sinks.json');
  await writeFile(path, JSON.stringify(described));
  const running = await startSinks(t, directory, await readSinks(path));
  const open = sampleFlow({ is_open: true });
  const ended = { ...open, telling: 2, is_open: false };
  running.send(20);
  running.tell([open]);
  running.send(30);
  running.tell([ended]);
  await running.stop(120_000);
  const { states } = running.sinks;
  const counted = Object.fromEntries(
    states.map(({ name, rows_offered, rows_delivered, rows_filtered }) => [
      name,
      [rows_offered, rows_delivered, rows_filtered],
    ]),
  );
  const [connections, all] = [
    [2, 2, 0],
    [52, 52, 0],
  ];
  t.deepEqual(counted, {
    json: connections,
    ecs: connections,
    ocsf: connections,
    zeek: connections,
    both: [52, 51, 1],
    neither: [50, 50, 0],
    mqtt: all,
    lake: all,
  });
  const linesOf = async (name: string) =>
    (await readFile(join(directory, 'files', `${name}.ndjson`), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const sensor = 'sensor.example';
  t.deepEqual(await linesOf('json'), [
    { telling: 1, sensor, ...presentFlow(open) },
    { telling: 2, sensor, ...presentFlow(ended) },
  ]);
  t.deepEqual(
    (await linesOf('ecs')).map(({ event }) => [event.id, event.type[1]]),
    [
      [`${open.id}-1`, 'start'],
      [`${open.id}-2`, 'end'],
    ],
  );
  t.deepEqual(
    (await linesOf('ocsf')).map(({ type_uid }) => type_uid),
    [400_101, 400_102],
  );
  t.deepEqual(
    (await linesOf('zeek')).map(({ uid, conn_state }) => [uid, conn_state]),
    [
      [open.id, 'S1'],
      [open.id, undefined],
    ],
  );
  t.is((await linesOf('both-queries')).length, 50);
  t.like(await linesOf('both-connections'), [{ id: open.id, telling: 2 }]);
  // One object of each stream: the tellings between the batches of queries do not cut these in two.
  const objects = [...(await bucket.objects())].map(([name, bytes]) => [
    name.split('/').find((part) => part === 'queries' || part === 'connections'),
    bytes.toString().trim().split('\n').length,
  ]);
  t.deepEqual(objects.sort(), [
    ['connections', 2],
    ['queries', 50],
  ]);
});
