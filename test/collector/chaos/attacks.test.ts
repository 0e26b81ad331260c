import test from 'ava';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { attack } from '../loads/attacks.ts';

test('everybody else is answered while slow uploads, heavy callers and sockets keep a collector busy', async (t) => {
  t.timeout(180_000);
  const { parts, heavy } = await attack({
    directory: await temporaryDirectory(t),
    seconds: 4,
    sockets: 50,
  });
  const good: Readonly<Record<string, number>> = { login: 200, GET: 200, ingest: 202 };
  for (const { what, statuses, p95 } of parts.flatMap(({ others }) => others)) {
    t.log(`${what}: ${JSON.stringify(statuses)}, p95 ${p95.toFixed(0)} ms`);
    // A machine that has too much to do may answer 503 now and then. What attackers took from everybody was refused for good.
    const { [good[what]!]: answered = 0, 503: refused = 0, ...wrong } = statuses;
    t.deepEqual(wrong, {}, what);
    t.true(answered > 0 && answered >= refused, `${what}: ${answered} answered, ${refused} refused`);
  }
  t.true(Object.values(heavy).reduce((sum, count) => sum + count, 0) > 0);
});
