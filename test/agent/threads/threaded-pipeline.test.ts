import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { mixedTraffic } from '../../../agent/bench/mixed-traffic.ts';
import { benchFile } from '../../../agent/bench/run-bench.ts';
import { openFile } from '../../../agent/capture/capture-file.ts';
import { ResolverList } from '../../../agent/encrypted/resolver-list.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { verifyCapture } from '../../../agent/pipeline/verify.ts';
import { ThreadedPipeline } from '../../../agent/threads/threaded-pipeline.ts';
import { factOf } from '../../../shared/batch/row-facts.ts';
import { decodeRows } from '../../../shared/batch/row-reader.ts';
import { frame, ip, udp } from '../../support/packets/network.ts';
import { exchanges, startTime } from '../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const { file: mixed } = mixedTraffic(3_000);

async function saved(t: ExecutionContext, bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryDirectory(t), 'packets');
  await writeFile(path, bytes);
  return path;
}

test('a file, whole, compressed, cut or damaged, counts the same by one thread and by several', async (t) => {
  const damaged = Buffer.from(mixed);
  damaged.fill(0xff, 250_000, 250_100);
  for (const bytes of [mixed, gzipSync(mixed), mixed.subarray(0, 200_001), damaged]) {
    const path = await saved(t, bytes);
    const alone = await verifyCapture(path);
    t.true(alone.packets > 1_000);
    t.deepEqual(await verifyCapture(path, { ...defaultPipelineOptions, threads: 2 }), alone);
  }
  const none = await saved(t, Buffer.from('no capture file'));
  await t.throwsAsync(verifyCapture(none, { ...defaultPipelineOptions, threads: 2 }), {
    message: /is not a pcap/,
  });
});

test('rows of a flow come in order, and the sums are those of what was handed out', async (t) => {
  const path = await saved(t, mixed);
  let rows = 0;
  const times = new Map<string, number>();
  const pipeline: ThreadedPipeline = new ThreadedPipeline(
    { ...defaultPipelineOptions, threads: 2, maxBufferBytes: 16 * 1024 },
    {
      rows: (bytes, count) => {
        rows += count;
        for (const { clientAddress, clientPort, observedAt, outcome } of decodeRows(bytes)) {
          if (outcome !== 'answered') continue;
          const flow = `${clientAddress} ${clientPort}`;
          t.true(observedAt >= (times.get(flow) ?? 0));
          times.set(flow, observedAt);
        }
      },
    },
  );
  await openFile(path, {
    speed: 'max',
    room: async () => {
      t.is(pipeline.counters().rows_stored, rows);
    },
  }).run(pipeline);
  await pipeline.end();
  t.is(pipeline.counters().rows_stored, rows);
  t.is(pipeline.counters().messages_pending, 0);
  const bench = await benchFile(path, 2);
  t.is(bench.rows, rows);
});

test('what comes behind a change of settings is treated by them, and nothing before', async (t) => {
  const clients: string[] = [];
  const pipeline = new ThreadedPipeline(
    { ...defaultPipelineOptions, threads: 2 },
    { rows: (bytes) => clients.push(...decodeRows(bytes).map(({ clientAddress }) => clientAddress)) },
  );
  const list = exchanges(40);
  const give = (from: number, to: number): void => {
    for (const { client, server, query, response } of list.slice(from, to)) {
      for (const bytes of [
        frame(ip(client, 17, udp(client, query))),
        frame(ip(server, 17, udp(server, response))),
      ])
        pipeline.packet(bytes, 0, bytes.length, bytes.length, startTime, 1);
    }
  };
  give(0, 20);
  let before: readonly string[] = [];
  pipeline.settle(() => {
    before = [...clients];
  });
  const { filters, privacy } = defaultPipelineOptions;
  pipeline.configure({ filters, sampling: 1, privacy: { ...privacy, clientPrefixV4: 8 } });
  give(20, 40);
  await pipeline.end();
  t.is(before.length, 20);
  t.true(before.every((client) => client !== '192.0.0.0'));
  t.deepEqual(new Set(clients.slice(20)), new Set(['192.0.0.0']));
  t.is(clients.length, 40);
  t.throws(() => pipeline.configure({ filters: { ...filters, allowClients: ['x'] }, sampling: 1, privacy }), {
    instanceOf: RangeError,
  });
});

test('a packet larger than what goes to the threads at once is taken, and interfaces are named', async (t) => {
  const interfaces: (string | null)[] = [];
  const pipeline = new ThreadedPipeline(
    { ...defaultPipelineOptions, threads: 2 },
    {
      rows: (bytes) =>
        interfaces.push(...decodeRows(bytes).map((row) => factOf(row.facts, 'interface') ?? null)),
    },
  );
  const [{ client, query }] = exchanges(1) as [ReturnType<typeof exchanges>[0]];
  const bytes = Buffer.concat([frame(ip(client, 17, udp(client, query))), Buffer.alloc(1_000_000)]);
  pipeline.input('eth7');
  pipeline.packet(bytes, 0, bytes.length, bytes.length, startTime, 1);
  await pipeline.end();
  t.deepEqual(interfaces, ['eth7']);
  t.is(pipeline.counters().packets_captured, 1);
});

test('a thread that fails ends the pipeline, and nobody waits for it', async (t) => {
  // More addresses than a list may have: the thread, which makes it anew, ends by that.
  const resolvers = new ResolverList([]);
  const many = Array.from({ length: 1_001 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  const pipeline = new ThreadedPipeline(
    {
      ...defaultPipelineOptions,
      threads: 2,
      encryptedDns: {
        resolvers: Object.assign(resolvers, { resolvers: [{ provider: 'x', addresses: many, names: [] }] }),
        hellosPerSecond: 1,
        maxFlows: 1,
        maxHelloBytes: 1,
      },
    },
    { rows: () => undefined },
  );
  await t.throwsAsync(pipeline.failed, { message: /more than 1000 addresses/ });
  const path = await saved(t, mixed);
  await openFile(path).run(pipeline);
  await pipeline.end();
  t.is(pipeline.counters().packets_captured, 0);
});
