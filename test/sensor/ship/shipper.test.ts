import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import type { TestShipper } from '../../support/agent/agent-shipper.ts';
import { closeOf, rowBytes, startShipper } from '../../support/agent/agent-shipper.ts';
import {
  answerWith,
  type Behaviour,
  FakeCollector,
  startFakeCollector,
} from '../../support/agent/fake-collector.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

/** Rows handed over = rows that arrived + rows that wait + rows that were lost. */
function accounted({ shipper }: TestShipper): number {
  const { state } = shipper;
  const lost = Object.values(shipper.losses).reduce((sum, loss) => sum + loss.rows, 0);
  const arrived = state.rowsAccepted + state.rowsRejected;
  return arrived + lost + shipper.queuedRows + state.rowsOpen + state.spool.ownRows;
}

test('ships rows in order, with key, signature, sequence and ledger', async (t) => {
  const collector = await startFakeCollector(t);
  const sender = await startShipper(t, await temporaryDirectory(t), [collector.url]);
  for (let batch = 0; batch < 5; batch++) {
    sender.send(100);
    t.is(accounted(sender), sender.handed());
  }
  await until(() => collector.rows.length === 500);
  t.deepEqual(
    collector.batches.map(({ header }) => header.sequence),
    [1, 2, 3, 4, 5],
  );
  t.deepEqual(
    collector.batches.map(({ metadata }) => metadata.ledger.rows_stored),
    [100, 200, 300, 400, 500],
  );
  t.is(collector.rows[100]?.queryName, 'b100-0.example');
  await sender.stop(1_000);
  t.is(sender.shipper.state.rowsAccepted, 500);
  t.deepEqual(sender.shipper.state.collectors[0]?.condition, 'ready');
});

test('the final close ships the ledger though there are no rows, and not twice the same', async (t) => {
  const collector = await startFakeCollector(t);
  const sender = await startShipper(t, await temporaryDirectory(t), [collector.url]);
  sender.shipper.close(
    { ...closeOf(0), ledger: { ...closeOf(0).ledger, packets_captured: 7, packets_other: 7 } },
    true,
  );
  sender.shipper.close(
    { ...closeOf(0), ledger: { ...closeOf(0).ledger, packets_captured: 7, packets_other: 7 } },
    true,
  );
  const state = await sender.stop(5_000);
  t.is(state.batchesAccepted, 1);
  t.is(collector.batches[0]?.metadata.ledger.packets_captured, 7);
  t.is(collector.batches[0]?.header.rows, 0);
});

test('what is over the queue is dropped and counted, with its messages', async (t) => {
  const collector = await startFakeCollector(t);
  const bytes = rowBytes(100);
  const options = { queueBytes: Math.floor(bytes.length * 2.5) };
  const sender = await startShipper(t, await temporaryDirectory(t), [collector.url], options);
  for (let batch = 0; batch < 4; batch++) sender.send(100);
  t.deepEqual(sender.shipper.losses.queue, { rows: 200, messages: 400 });
  t.is(accounted(sender), 400);
  await until(() => collector.rows.length === 200);
  t.is(accounted(sender), 400);
});

test('429 and 503 are obeyed, other failures are tried again, and everything arrives once', async (t) => {
  const collector = await startFakeCollector(t);
  collector.next.push(
    answerWith(429, { 'retry-after': '1' }),
    answerWith(503, { 'retry-after': '0' }),
    answerWith(500),
    (request) => request.socket.resetAndDestroy(),
  );
  const sender = await startShipper(t, await temporaryDirectory(t), [collector.url]);
  sender.send(10);
  sender.send(10);
  await until(() => collector.requests === 1);
  await until(() => sender.shipper.state.collectors[0]?.condition === 'busy');
  await until(() => collector.rows.length === 20);
  await until(() => sender.shipper.state.rowsAccepted === 20);
  t.is(accounted(sender), 20);
});

test('an answer lost on the way makes a duplicate, which counts as arrived', async (t) => {
  const collector = await startFakeCollector(t);
  const sender = await startShipper(t, await temporaryDirectory(t), [collector.url]);
  collector.next.push((_request, response) => {
    response.writeHead(202, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ accepted: 0, rejected: 0, errors: [], batch_id: 'x', duplicate: true }));
  });
  sender.send(10);
  await until(() => sender.shipper.state.batchesDuplicate === 1);
  t.is(accounted(sender), 10);
});

test('a refused batch is set aside, counted and does not block the others', async (t) => {
  const directory = await temporaryDirectory(t);
  const collector = await startFakeCollector(t);
  collector.next.push(answerWith(400), answerWith(413), answerWith(422));
  const sender = await startShipper(t, directory, [collector.url]);
  for (let batch = 0; batch < 5; batch++) sender.send(10);
  await until(() => collector.rows.length === 20);
  await until(() => sender.shipper.state.rowsAccepted === 20);
  t.deepEqual(sender.shipper.losses.refused, { rows: 30, messages: 60 });
  t.is(accounted(sender), 50);
  t.is((await readdir(join(directory, 'refused'))).length, 3);
  t.regex(sender.log.join('\n'), /400 by_test: As the test asks/);
});

test('with a bad key batches wait; a new key ships them', async (t) => {
  const collector = await startFakeCollector(t);
  collector.key = 'another-location-key';
  const sender = await startShipper(t, await temporaryDirectory(t), [collector.url]);
  sender.send(10);
  await until(() => sender.shipper.state.collectors[0]?.condition === 'unauthorized');
  t.is(sender.shipper.state.spool.ownRows, 10);
  sender.shipper.use({ collectors: [collector.url], key: 'another-location-key', authorities: undefined });
  await until(() => collector.rows.length === 10);
  t.is(accounted(sender), 10);
});

const strangers: Record<string, Behaviour> = {
  'a page of a proxy': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
  },
  'a redirect': (_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  },
  'a foreign 404': (_request, response) => {
    response.writeHead(404).end('not found');
  },
  'an endless answer': (_request, response) => {
    response.writeHead(202);
    const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
    response.on('close', () => clearInterval(timer));
  },
};

for (const [name, behaviour] of Object.entries(strangers)) {
  test(`${name} is no collector: nothing is lost`, async (t) => {
    const collector = await startFakeCollector(t);
    collector.always = behaviour;
    const sender = await startShipper(t, await temporaryDirectory(t), [collector.url]);
    sender.send(10);
    await until(() => sender.shipper.state.collectors[0]?.condition === 'not_a_collector');
    t.is(sender.shipper.state.spool.ownRows, 10);
    t.is(accounted(sender), 10);
  });
}

test('goes over to the next collector while the first hangs or is away', async (t) => {
  const hanging = await startFakeCollector(t);
  hanging.always = () => undefined;
  const collector = await startFakeCollector(t);
  const away = `http://127.0.0.1:${await freePort()}`;
  const directory = await temporaryDirectory(t);
  const sender = await startShipper(t, directory, [away, hanging.url, collector.url], { requestTime: 300 });
  sender.send(10);
  await until(() => collector.rows.length === 10);
  await until(() => sender.shipper.state.rowsAccepted === 10);
  const conditions = sender.shipper.state.collectors.map(({ condition }) => condition);
  t.deepEqual(conditions, ['unreachable', 'unreachable', 'ready']);
});

test('ships over a Unix socket', async (t) => {
  const directory = await temporaryDirectory(t);
  const collector = await startFakeCollector(t, join(directory, 'a:b c%41.sock'));
  const sender = await startShipper(t, directory, [collector.url]);
  sender.send(10);
  await until(() => collector.rows.length === 10);
  t.is(collector.answers[0], 202);
});

test('what could not be shipped is shipped by the next run, once', async (t) => {
  const directory = await temporaryDirectory(t);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const first = await startShipper(t, directory, [url]);
  for (let batch = 0; batch < 3; batch++) first.send(10);
  first.shipper.close(closeOf(30), true);
  const state = await first.stop(0);
  t.is(state.spool.ownRows, 30);

  const collector = new FakeCollector();
  await collector.listen(port);
  t.teardown(() => collector.close());
  const second = await startShipper(t, directory, [url]);
  second.send(10);
  await until(() => collector.rows.length === 40);
  await until(() => second.shipper.state.rowsAccepted === 10);
  t.is(second.shipper.state.earlier.rowsAccepted, 30);
  t.is(collector.duplicates, 0);
  t.is(new Set(collector.batches.map(({ header }) => header.runId)).size, 2);
  t.is(accounted(second), 10);
});

test('says when a batch has grown to its size, outside of the call that brought the rows', async (t) => {
  const collector = await startFakeCollector(t);
  let due = 0;
  const sender = await startShipper(t, await temporaryDirectory(t), [collector.url], {
    batchBytes: 1_000,
    onBatchDue: () => {
      due++;
      sender.shipper.close(closeOf(sender.handed()));
    },
  });
  sender.shipper.rows(rowBytes(100), 100, 200);
  t.is(due, 0);
  await until(() => due === 1);
  await until(() => collector.rows.length === 100);
  t.pass();
});
