import { setTimeout as delay } from 'node:timers/promises';

/** Waits until something holds; fails after a time that only a fault can take. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`still not so after ${milliseconds} ms: ${holds}`);
    await delay(10);
  }
}
