import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';

test('a day of traffic leaves the memory as the first hours had it', async (t) => {
  const messages = process.env.SONDE_DAY_MESSAGES ?? '240000';
  const script = join(import.meta.dirname, 'day-of-traffic.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, messages]);
  const { used, messages_seen, messages_pending } = JSON.parse(stdout) as {
    used: number[];
    messages_seen: number;
    messages_pending: number;
  };
  t.true(messages_seen >= Number(messages));
  t.is(messages_pending, 0);
  const mebibytes = (hours: number[]): number => Math.max(...hours) / 2 ** 20;
  const [early, late] = [mebibytes(used.slice(2, 6)), mebibytes(used.slice(20))];
  t.log(`${early.toFixed(1)} MiB in the first hours, ${late.toFixed(1)} MiB in the last`);
  t.true(late < early + 4, `${early} MiB grew to ${late} MiB`);
});
