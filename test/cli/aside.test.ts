import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';

const url = 'http://127.0.0.1:1';

const aside = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runSonde(['aside', ...args], env);

test.serial(
  'what lies aside is listed, taken up and discarded by way of the running collector',
  async (t) => {
    const api = await startTestApi(t);
    const { key } = await api.world.addAccount('root@example.com', { administrator: true });
    const run = (...args: string[]) => aside([...args, '--url', api.url], { SONDE_KEY: key });
    t.is((await run('list')).stdout, 'There are no batches set aside.\n');
    t.is((await run('retry', '--all')).stdout, 'There are no batches set aside.\n');

    const ids = Array.from({ length: 30 }, () => randomUUID());
    const [first, second, third] = ids as [string, string, string];
    for (const batchId of ids) api.world.batchesAside.add({ batchId });
    Object.assign(api.world.batchesAside.batches[0]!, {
      reason: `bad \u001b[31m${'x'.repeat(200)}`,
      agentHost: '',
    });
    Object.assign(api.world.batchesAside.batches[1]!, {
      fault: 'It is damaged.',
      locationName: null,
      rows: null,
    });
    const [head, one, two] = (await run('list')).stdout.split('\n');
    t.regex(head!, /^batch +location +agent +rows +bytes +set aside +with others +reason$/);
    t.true(one!.startsWith(`${first}  Office    3 `));
    t.false(one!.includes('\u001b'));
    t.true(one!.endsWith('xxx...'));
    t.regex(two!, / 7 +sensor\.example +- +3456 +2026-11-20T10:00:05\.000Z +0 +It is damaged\.$/);
    const listed = JSON.parse((await run('list', '--json')).stdout);
    t.is(listed.count, 30);
    t.is(listed.batches.length, 30);
    t.is(listed.batches[29].batch_id, ids[29]);

    const retried = await run('retry', first.toUpperCase(), second, 'no-batch');
    t.is(retried.exitCode, 1, 'a batch id that is none is told by the collector');
    const some = await run('retry', first, second);
    t.is(some.exitCode, 1);
    t.is(some.stdout, `${first}  taken_up  It waits to be stored.\n${second}  damaged   It is damaged.\n`);
    const gone = JSON.parse((await run('retry', first, '--json')).stdout);
    t.is(gone.outcomes[0].result, 'not_found');

    const asked = await run('discard', second, third);
    t.is(asked.exitCode, 64);
    t.is(asked.stderr, '2 batches with at least 12 rows would be lost. Use --yes to discard them.\n');
    t.is(api.world.batchesAside.batches.length, 29);
    t.is((await run('discard', second, '--yes')).stdout, `${second}  discarded  Its rows are gone.\n`);
    const all = await run('retry', '--all');
    t.is(all.exitCode, 0);
    t.is(all.stdout.split('\n').length, 29, 'more than are taken up at once');
    t.deepEqual(
      api.world.audit.entries.map(({ action }) => action),
      ['batches_taken_up', 'batches_taken_up', 'batches_discarded', 'batches_taken_up', 'batches_taken_up'],
    );
  },
);

test.serial('a choice that is none, and a collector that is not there, are told in a sentence', async (t) => {
  for (const args of [['retry'], ['discard', '--yes'], ['retry', randomUUID(), '--all']]) {
    const { exitCode, stderr } = await aside([...args, '--url', url], { SONDE_KEY: 'x'.repeat(20) });
    t.is(exitCode, 64);
    t.is(stderr, 'Name batches by their ids, or use --all.\n');
  }
  const away = await aside(['list', '--url', url], { SONDE_KEY: 'x'.repeat(20) });
  t.is(away.exitCode, 69);
  t.regex(away.stderr, /^http:\/\/127\.0\.0\.1:1 can't be reached: /);
});
