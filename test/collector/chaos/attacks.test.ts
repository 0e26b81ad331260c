import test from 'ava';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { attack } from '../loads/attacks.ts';

test('everybody else is answered while slow uploads, heavy callers and sockets keep a collector busy', async (t) => {
  t.timeout(180_000);
  const result = await attack({ directory: await temporaryDirectory(t), seconds: 4, sockets: 50 });
  const good: Readonly<Record<string, string>> = { login: '200', GET: '200', ingest: '202' };
  for (const { what, statuses, p95 } of result.others) {
    t.deepEqual(Object.keys(statuses), [good[what]], what);
    t.log(`${what}: ${JSON.stringify(statuses)}, p95 ${p95.toFixed(0)} ms`);
  }
  t.true(Object.values(result.heavy).reduce((sum, count) => sum + count, 0) > 0);
});
