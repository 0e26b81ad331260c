import type { ExecutionContext } from 'ava';

/** Tests of one file that work at once: ava begins all of them together, hundreds where there is one for each operation. */
const atOnce = 6;

const working = new WeakSet<ExecutionContext>();
const waiting: (() => void)[] = [];
let count = 0;

/**
 * Waits until few other tests of this file are at work, and holds the place until the test ends. Else each request takes as
 * long as all of them together, and what has a time limit passes it on a busy machine.
 */
export async function turnOf(t: ExecutionContext): Promise<void> {
  if (working.has(t)) return;
  working.add(t);
  if (count >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else count++;
  t.teardown(() => {
    const next = waiting.shift();
    if (next === undefined) count--;
    else next();
  });
}
