import test from 'ava';
import { run } from '../launcher/support.ts';

const agreement = /^queries sent (\d+) = pairs captured (\d+) = rows stored (\d+)$/m;

for (const [title, flags] of [
  ['what was sent, captured and stored agree exactly', []],
  ['nothing is lost and nothing double when the collector is killed in the middle', ['--kill-collector']],
] as const) {
  test.serial(title, async (t) => {
    t.timeout(180_000);
    const { code, stdout, stderr } = await run('npm', ['run', 'demo', '--', ...flags]);
    t.is(code, 0, stdout + stderr);
    const [, sent, captured, stored] = agreement.exec(stdout) ?? [];
    t.is(sent, captured);
    t.is(captured, stored);
    t.true(Number(sent) > 500);
    t.regex(stdout, /GET \/api\/v1\/dns-monitoring\/threats\n {2}[1-9]\d* found/);
    if (flags.length > 0) t.regex(stdout, /The collector runs again/);
  });
}
