import test from 'ava';
import fc from 'fast-check';
import {
  decodeNotification,
  encodeNotification,
} from '../../../../../collector/storage/postgres/event-bus/notification.ts';

test('what is written as a notification is read again, and nothing else is', (t) => {
  const notification = fc.record({
    origin: fc.uuid(),
    sequence: fc.nat(),
    topic: fc.stringMatching(/^[a-z_.]{1,20}$/),
    body: fc.oneof(fc.record({ json: fc.json() }), fc.record({ row: fc.nat() })),
  });
  fc.assert(
    fc.property(notification, (given) => {
      t.deepEqual(decodeNotification(encodeNotification(given)), given);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (line) => {
      t.notThrows(() => decodeNotification(line));
    }),
  );
  for (const line of ['', 'x', 'a 1 b', 'a b c =1', 'a 99999999999999999999 c =1', '{"json":1}']) {
    t.is(decodeNotification(line), undefined);
  }
});
