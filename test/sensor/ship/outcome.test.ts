import test from 'ava';
import fc from 'fast-check';
import { outcomeOf } from '../../../sensor/ship/collector-client.ts';
import { CollectorList } from '../../../sensor/ship/collector-list.ts';

test('Retry-After in seconds, as a date, bounded, and nonsense', (t) => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const after = (header: string) => {
    const outcome = outcomeOf({ status: 429, headers: { 'retry-after': header }, body: '' }, now);
    return outcome.kind === 'busy' ? outcome.after : 'not busy';
  };
  t.is(after('7'), 7_000);
  t.is(after('Thu, 01 Jan 2026 00:00:09 GMT'), 9_000);
  t.is(after('Thu, 01 Jan 2015 00:00:09 GMT'), 0);
  t.is(after('999999999'), 3_600_000);
  t.is(after('soon'), undefined);
});

test('any answer gives an outcome, and only a collector’s own 202 or 200 is an acceptance', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
      const outcome = outcomeOf({ status, headers: {}, body }, 0);
      return outcome.kind !== 'accepted' || status === 200 || status === 202;
    }),
  );
  const body = '{"accepted":1,"rejected":2,"errors":[]}';
  t.deepEqual(outcomeOf({ status: 202, headers: {}, body }, 0), {
    kind: 'accepted',
    accepted: 1,
    rejected: 2,
    duplicate: false,
  });
  t.is(outcomeOf({ status: 202, headers: {}, body: '<html>' }, 0).kind, 'not_a_collector');
  t.is(outcomeOf({ status: 404, headers: {}, body: '{"error":"x","code":"not_found"}' }, 0).kind, 'refused');
  const unknown = '{"error":"x","code":"unsupported_batch_version"}';
  t.like(outcomeOf({ status: 400, headers: {}, body: unknown }, 0), {
    kind: 'failed',
    message:
      'The collector is older than this program and does not accept batches of version 3. Update the collector. (400 unsupported_batch_version: x)',
  });
  // Encrypted flows hold up no queries.
  t.like(outcomeOf({ status: 400, headers: {}, body: unknown }, 0, 4), { kind: 'refused' });
  const why = '{"accepted":0,"rejected":1,"errors":[{"index":0,"message":"timestamp: \\u001b[31mold"}]}';
  t.like(outcomeOf({ status: 202, headers: {}, body: why }, 0), { why: 'timestamp: ?[31mold' });
});

test('the list goes over to the next collector and comes back to the first', (t) => {
  const list = new CollectorList(['http://a', 'http://b'], () => 0);
  t.deepEqual(list.choose(0), { url: 'http://a' });
  list.note('http://a', { kind: 'failed', message: 'gone' }, 0);
  t.deepEqual(list.choose(0), { url: 'http://b' });
  list.note('http://b', { kind: 'busy', after: 5_000, message: '' }, 0);
  t.deepEqual(list.choose(0), { wait: 250 });
  t.deepEqual(list.choose(250), { url: 'http://a' });
  list.note('http://a', { kind: 'unauthorized', message: '' }, 250);
  t.deepEqual(list.choose(5_000), { url: 'http://b' });
  list.replace(['http://a']);
  t.deepEqual(list.choose(250), { url: 'http://a' });
});
