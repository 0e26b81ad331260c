import test, { type ExecutionContext } from 'ava';

const bad = (t: ExecutionContext) => t.is(1 + 1, 3);

test('the title of both', (t) => t.pass());

test('sums that are wrong', bad);
