import test from 'ava';
import { atProcessEnd } from '../process-end.ts';

const order: string[] = [];

test.before(() => void order.push('before'));
test.beforeEach(() => void order.push('each'));
test.afterEach.always(() => void order.push('behind each'));
test.after.always('behind all', () => {
  process.stderr.write(`order: ${order.join(', ')}\n`);
});
atProcessEnd('the process', () => void process.stderr.write('the process ends\n'));

test('one', (t) => {
  t.teardown(() => void order.push('teardown'));
  order.push('one');
  t.pass();
});

test('other', (t) => {
  order.push('other');
  t.pass();
});
