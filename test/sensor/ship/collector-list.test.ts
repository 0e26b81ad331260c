import test from 'ava';
import { CollectorList } from '../../../sensor/ship/collector-list.ts';

const [first, second] = ['http://192.0.2.1', 'http://192.0.2.2'];

test('at the end those that could not be reached are tried without waiting, those that asked for a pause are not', (t) => {
  const list = new CollectorList([first, second], () => 0);
  for (let count = 0; count < 20; count++) list.note(first, { kind: 'failed', message: 'away' }, 0);
  list.note(second, { kind: 'busy', after: 9_000, message: 'later' }, 0);
  t.deepEqual(list.choose(0), { wait: 9_000 });
  list.tryAtOnce();
  t.deepEqual(list.choose(0), { url: first });
  list.note(first, { kind: 'failed', message: 'away' }, 0);
  t.deepEqual(list.choose(0), { wait: 250 });
});

test('two that are told the same pause at the same moment come back at different ones', (t) => {
  const waits = [0.1, 0.9].map((random) => {
    const list = new CollectorList([first], () => random);
    list.note(first, { kind: 'busy', after: 5_000, message: 'later' }, 0);
    return list.choose(0);
  });
  t.notDeepEqual(waits[0], waits[1]);
});
