import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { SinkPace } from '../../../../../collector/domain/traffic/sinks/sink-pace.ts';
import type { ThreatChange } from '../../../../../collector/ports/sinks/sinks.ts';
import { isBusyBetween } from '../../../../../collector/workers/processor-watch.ts';
import type { Severity } from '../../../../../shared/schemas/severity.ts';
import type { Outlets, PostRequest } from '../../../../../shared/sinks/outlets.ts';
import { sampleRow } from '../../../../support/ingest/uploads.ts';
import { agentState } from '../../../../support/sinks/agent-state.ts';
import { allOfIt, newSink } from '../../../../support/sinks/new-sink.ts';
import { longestDelay, SmallCollector } from '../../../../support/sinks/small-collector.ts';
import { until } from '../../../../support/until.ts';

type Answer = (names: string[], request: PostRequest) => { status: number; text?: string } | Promise<never>;

/** A receiver over HTTP: the names that it took, batch by batch. */
function receiver(answer: Answer = () => ({ status: 200 })) {
  const taken: string[][] = [];
  const keys: string[] = [];
  const chosen = { answer };
  const post: Outlets['post'] = async (_url, request) => {
    const names = namesIn(gunzipSync(request.body).toString());
    const { status, text = '' } = await chosen.answer(names, request);
    if (status === 200) {
      taken.push(names);
      keys.push(request.headers['idempotency-key']!);
    }
    return { status, headers: {}, text };
  };
  return { outlets: { post }, taken, keys, chosen };
}

function namesIn(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).query_name);
}

function rows(prefix: string, count: number) {
  return Array.from({ length: count }, (_, index) =>
    sampleRow({ queryName: `${prefix}${index}.example.com` }),
  );
}

const names = (prefix: string, count: number) => rows(prefix, count).map(({ queryName }) => queryName);

function changed(id: number, severity: Severity): ThreatChange {
  const at = new Date();
  const seen = { firstSeenAt: at, lastSeenAt: at, resolvedAt: null, resolutionNote: null, count: 1 };
  const about = {
    locationId: 1,
    type: 'listed',
    status: 'open',
    subject: 'x',
    queryName: 'x',
    clientAddress: '192.0.2.1',
  } as const;
  const threat = { id, severity, source: 'list', message: 'm', ...about, ...seen };
  return { place: { major: 0, minor: id }, id, change: 'opened', at, threat };
}

test('stored rows are passed on in order, and their files go', async (t) => {
  const { outlets, taken } = receiver();
  const collector = await SmallCollector.start(t, outlets, [newSink()]);
  await collector.stored(rows('a', 3));
  await collector.stored(rows('b', 2));
  await until(() => collector.progress.delivered === 5);
  t.deepEqual(taken.flat(), [...names('a', 3), ...names('b', 2)]);
  t.true(collector.journal.bytes > 0);
  await collector.sinks.refresh();
  t.is(collector.journal.bytes, 0);
});

test('what was stored before a sink came is not passed on', async (t) => {
  const { outlets, taken } = receiver();
  const collector = await SmallCollector.start(t, outlets, []);
  await collector.stored(rows('before', 2));
  await collector.store.add(newSink());
  await collector.sinks.refresh();
  await collector.stored(rows('after', 2));
  await until(() => taken.length > 0);
  t.deepEqual(taken, [names('after', 2)]);
});

test('a receiver that is away has all of it when it is back, and is told of meanwhile', async (t) => {
  const { outlets, taken, chosen } = receiver(() => ({ status: 503, text: 'later' }));
  const collector = await SmallCollector.start(t, outlets, [newSink()]);
  for (let batch = 0; batch < 5; batch++) await collector.stored(rows(`b${batch}-`, 4));
  await until(() => collector.progress.lastError !== null);
  t.is(collector.progress.lastError, 'The receiver answers 503: later');
  chosen.answer = () => ({ status: 200 });
  await until(() => collector.progress.delivered === 20);
  t.is(new Set(taken.flat()).size, 20);
  t.is(taken.flat().length, 20);
  t.is(collector.progress.lastError, null);
});

test('a batch whose delivery was not settled before a crash comes again, under the same key, and nothing is left out', async (t) => {
  const { outlets, taken, keys } = receiver();
  const collector = await SmallCollector.start(t, outlets, [newSink()]);
  for (const prefix of ['a', 'b']) {
    collector.store.isDown = true;
    await collector.stored(rows(prefix, 3));
    const before = taken.length;
    await until(() => taken.length > before);
    await collector.sinks.stop();
    collector.store.isDown = false;
    await collector.restart();
    await until(() => taken.length > before + 1);
  }
  await until(() => collector.progress.delivered === 6);
  t.deepEqual(taken, [names('a', 3), names('a', 3), names('b', 3), names('b', 3)]);
  t.is(keys[0], keys[1]);
  t.is(new Set(keys).size, 2);
});

test('while the database is away what the receiver has is not sent again', async (t) => {
  const { outlets, taken } = receiver();
  const collector = await SmallCollector.start(t, outlets, [newSink()]);
  collector.store.isDown = true;
  await collector.stored(rows('a', 3));
  await until(() => taken.length === 1);
  await collector.stored(rows('b', 3));
  collector.store.isDown = false;
  await until(() => collector.progress.delivered === 6);
  t.deepEqual(taken, [names('a', 3), names('b', 3)]);
});

test('a row that is refused for good is found, counted, and costs no other', async (t) => {
  const { outlets, taken } = receiver((own) => ({ status: own.includes('a5.example.com') ? 400 : 200 }));
  const collector = await SmallCollector.start(t, outlets, [newSink()]);
  await collector.stored(rows('a', 9));
  await until(() => collector.progress.delivered + collector.progress.refused === 9);
  t.is(collector.progress.refused, 1);
  t.deepEqual(
    taken.flat(),
    names('a', 9).filter((name) => name !== 'a5.example.com'),
  );
});

test('filters choose by location, suffix, type, response code and sample', async (t) => {
  const { outlets, taken } = receiver();
  const filter = {
    ...allOfIt,
    locationIds: [1],
    suffixes: ['example.com'],
    queryTypes: [1],
    responseCodes: [3],
  };
  const collector = await SmallCollector.start(t, outlets, [newSink({ filter })]);
  const good = sampleRow({ queryName: 'x.example.com', responseCode: 3 });
  await collector.stored([good], 2);
  await collector.stored([
    good,
    { ...good, queryName: 'x.example.org' },
    { ...good, queryType: 28 },
    { ...good, responseCode: 0 },
  ]);
  await until(() => collector.progress.delivered + collector.progress.filtered === 5);
  t.deepEqual(taken, [['x.example.com']]);

  const some = receiver();
  const sampled = await SmallCollector.start(t, some.outlets, [
    newSink({ filter: { ...allOfIt, sample: 10 } }),
  ]);
  await sampled.stored(rows('s', 1_000));
  await until(() => sampled.progress.delivered + sampled.progress.filtered === 1_000);
  t.true(Math.abs(some.taken.flat().length - 100) < 50);
});

test('one sink that stands still does not hold up another, and what there is no room for is counted as lost', async (t) => {
  const { outlets, taken } = receiver();
  const post: Outlets['post'] = async (url, request, signal) =>
    url.includes('stuck') ? { status: 500, headers: {}, text: '' } : outlets.post(url, request, signal);
  const one = 200 * 10;
  const sinks = [newSink(), newSink({ name: 'stuck', config: { url: 'http://stuck.example' } })];
  const collector = await SmallCollector.start(t, { post }, sinks, 3 * one);
  for (let batch = 0; batch < 10; batch++) {
    await collector.stored(rows(`b${batch}-`, 10));
    await until(() => taken.flat().length === (batch + 1) * 10);
    await until(() => collector.progress.delivered === (batch + 1) * 10);
  }
  const [fine, stuck] = [...collector.store.places.values()];
  t.is(fine!.lost, 0);
  await until(() => stuck!.lost > 0);
  t.is(stuck!.lost % 10, 0);
  t.true(collector.journal.bytes <= 3 * one);
  t.true((collector.meter.counts.get('sonde_sink_lost_rows_total stuck') ?? 0) > 0);
});

test('a paused sink gets what was stored meanwhile when it goes on', async (t) => {
  const { outlets, taken } = receiver();
  const collector = await SmallCollector.start(t, outlets, [newSink()]);
  await collector.store.pause('receiver', true);
  await collector.sinks.refresh();
  await collector.stored(rows('a', 2));
  await collector.sinks.refresh();
  t.deepEqual(taken, []);
  await collector.store.pause('receiver', false);
  await collector.sinks.refresh();
  await until(() => taken.length === 1);
});

test('changes of threats are passed on from a severity on', async (t) => {
  const posted: string[] = [];
  const post: Outlets['post'] = async (_url, { body }) => {
    posted.push(...gunzipSync(body).toString().trim().split('\n'));
    return { status: 200, headers: {}, text: '' };
  };
  const filter = { ...allOfIt, leastSeverity: 'high' } as const;
  const sink = newSink({ presentation: 'cef', queries: false, threats: true, filter });
  const collector = await SmallCollector.start(t, { post }, [sink]);
  collector.changes.push(changed(1, 'low'), changed(2, 'high'));
  await until(() => posted.length > 0);
  t.is(posted.length, 1);
  t.regex(posted[0]!, /externalId=2 act=opened/);
});

test('threats do not wait behind what is left of an outage', async (t) => {
  const posted: string[] = [];
  const post: Outlets['post'] = async (_url, { body }) => {
    const [first = ''] = gunzipSync(body).toString().split('\n');
    posted.push('change' in JSON.parse(first) ? 'threat' : 'queries');
    return { status: 200, headers: {}, text: '' };
  };
  const sink = newSink({ presentation: 'json', threats: true, config: { url: 'http://receiver.example' } });
  const collector = await SmallCollector.start(t, { post }, [sink]);
  await collector.store.pause('receiver', true);
  await collector.sinks.refresh();
  for (let batch = 0; batch < 4; batch++) await collector.stored(rows(`b${batch}-`, 2_000));
  collector.changes.push(changed(1, 'high'));
  await collector.store.pause('receiver', false);
  await collector.sinks.refresh();
  await until(() => collector.progress.delivered === 8_000 && posted.includes('threat'));
  t.is(posted.indexOf('threat'), 0);
  t.true(posted.length > 4);
});

test('how agents do is told each minute, and holds up no row if it is not taken', async (t) => {
  const sent: string[] = [];
  const connect: Outlets['connect'] = async ({ host }) => {
    sent.push(host);
    throw new Error('That is enough.');
  };
  const config = { host: '127.0.0.1', transport: 'tcp', home_assistant: 'homeassistant' };
  const sink = newSink({ kind: 'mqtt', config, queries: false, threats: true });
  const collector = await SmallCollector.start(t, { connect }, [sink]);
  await until(() => [...collector.store.places.values()].length > 0);
  t.deepEqual(sent, [], 'without agents nothing is said');
  collector.agents = [agentState(1)];
  collector.ahead = 61_000;
  await until(() => sent.length === 1);
  collector.ahead = 122_000;
  await until(() => sent.length === 2);
  collector.changes.push(changed(1, 'high'));
  await until(() => sent.length > 2);
  t.is([...collector.store.places.values()][0]?.lastError, 'That is enough.');
});

test('rows of an object wait for others, until the first has waited long enough', async (t) => {
  const objects: string[][] = [];
  const post: Outlets['post'] = async (_url, { body, method }) => {
    t.is(method, 'PUT');
    objects.push(namesIn(gunzipSync(body).toString()));
    return { status: 200, headers: {}, text: '' };
  };
  const config = { url: 'https://s3.example', bucket: 'rows', gather_seconds: 600 };
  const collector = await SmallCollector.start(t, { post }, [newSink({ kind: 's3', config })]);
  await collector.stored(rows('a', 3));
  await collector.stored(rows('b', 2));
  t.deepEqual(objects, []);
  collector.ahead = 700_000;
  await until(() => collector.progress.delivered === 5);
  t.deepEqual(objects, [[...names('a', 3), ...names('b', 2)]]);
});

test('while what comes in wants the processors a sink stands back, and tells how much waits, until it is quieter or rows have waited for long', async (t) => {
  const { outlets, taken } = receiver();
  const collector = await SmallCollector.start(t, outlets, [newSink()]);
  collector.isBusy = true;
  // It has taken its share for a long time.
  collector.milliseconds = 1_000_000;
  await collector.stored(rows('a', 3));
  await until(() => collector.progress.delivered === 3);
  await collector.stored(rows('b', 2));
  await until(() => collector.progress.waitingBytes > 0);
  t.is(collector.progress.delivered, 3);
  collector.isBusy = false;
  await until(() => collector.progress.delivered === 5);
  t.is(collector.progress.waitingBytes, 0);
  collector.isBusy = true;
  await collector.stored(rows('c', 1));
  collector.ahead = longestDelay;
  await until(() => collector.progress.delivered === 6);
  t.deepEqual(taken.flat(), [...names('a', 3), ...names('b', 2), ...names('c', 1)]);
});

test('sinks stand back together: each rests as much longer as there are others, and none for longer than rows may wait', (t) => {
  let now = 1_000_000;
  let isBusy = true;
  const journal = { bytes: 0 };
  const pace = new SinkPace({
    isBusy: () => isBusy,
    longestDelay: 60_000,
    journal,
    maxBytes: 1_000,
    clock: { now: () => now },
  });
  t.is(pace.allowance('one', now), 'little');
  pace.spent('one', 10);
  pace.spent('two', 10);
  t.is(pace.allowance('one', now), 'nothing');
  now += 200;
  t.is(pace.allowance('one', now), 'little');
  t.is(pace.allowance('two', now), 'nothing');
  t.is(pace.allowance('two', now - 60_000), 'all');
  journal.bytes = 500;
  t.is(pace.allowance('two', now), 'all');
  journal.bytes = 499;
  t.is(pace.allowance('two', now), 'nothing');
  isBusy = false;
  t.is(pace.allowance('two', now), 'all');
  isBusy = true;
  now += 200;
  t.is(pace.allowance('two', now), 'little');
  pace.forget('one');
  pace.spent('two', 10);
  now += 200;
  t.is(pace.allowance('two', now), 'little');
});

test('what comes in wants the processors if the first thread works, and few others are idle', (t) => {
  const look = { at: 0, thread: 0, process: 0, idle: 0 };
  const busy = (
    thread: number,
    idle: number,
    {
      processors = 64,
      isStoring = false,
      process = thread,
    }: { processors?: number; isStoring?: boolean; process?: number } = {},
  ) =>
    isBusyBetween(
      look,
      { at: 500, thread: thread * 500, process: process * 500, idle: idle * 500 },
      { processors, isStoring },
    );
  t.true(busy(0.6, 1));
  t.false(busy(0.6, 2));
  t.false(busy(0.4, 0));
  t.true(busy(0.4, 0, { isStoring: true }));
  t.false(busy(0.4, 1, { isStoring: true }));
  t.true(busy(0.05, 0, { isStoring: true }));
  // A container that may use two of many idle processors.
  t.true(busy(0.6, 60, { processors: 2, process: 1 }));
  t.false(busy(0.6, 60, { processors: 4, process: 2 }));
  t.false(isBusyBetween(look, look, { processors: 2, isStoring: true }));
});
