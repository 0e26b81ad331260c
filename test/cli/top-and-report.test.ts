import test, { type ExecutionContext } from 'ava';
import { topFrame } from '../../cli/top/top-frame.ts';
import { addSighting } from '../support/fakes/threats/sightings.ts';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';

const esc = '\u001b';

async function operator(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  const observedAt = (Date.now() - 120_000) * 1_000;
  api.world.stored.add(
    { locationId: location.id, observedAt, queryName: 'www.example.com' },
    { locationId: location.id, observedAt, queryName: 'www.example.com' },
    { locationId: location.id, observedAt, queryName: '<b>x</b>.example', responseCode: 3 },
  );
  await api.world.agents.identify({
    locationId: location.id,
    uuid: 'a',
    software: 'sonde-agent/0.1.0',
    host: `gate${esc}[2J\u202ewy`,
  });
  await addSighting(api.world.threats, location.id, {
    subject: 'evil.example',
    message: `asked for <script>${esc}[31m`,
    observedAt: new Date(),
  });
  const run = (...args: string[]) => runSonde([...args, '--url', api.url], { SONDE_KEY: key, LANG: 'C' });
  return { api, key, location, run };
}

test('top prints one plain screen of 80 by 24 into a pipe', async (t) => {
  const { run, location } = await operator(t);
  const { stdout, stderr, exitCode } = await run('top');
  t.is(exitCode, 0, stderr);
  const lines = stdout.trimEnd().split('\n');
  t.true(lines.length <= 24 && lines.every((line) => line.length <= 80));
  t.notRegex(stdout, /[^\n\x20-\x7e]/);
  t.regex(stdout, /1 h: 3 queries, 0 without an answer, 1 client, 2 names/);
  t.regex(stdout, /2 www\.example\.com/);
  t.regex(stdout, /NXDOMAIN/);
  t.regex(stdout, /high +asked for <script>\\u\{1b\}\[31m/);
  const told = JSON.parse((await run('top', '--once', '--json', '--location', String(location.id))).stdout);
  t.is(told.stats.totals.queries, 3);
  t.is(told.threats.count, 1);
  t.is((await run('top', '--interval', '1')).exitCode, 64);
  t.is((await run('top', '--location', '999999')).exitCode, 1);
});

test('characters beyond ASCII are told by their code where the terminal has no others', async (t) => {
  const { run } = await operator(t);
  const data = JSON.parse((await run('top', '--json')).stdout);
  data.stats.top_names[0].name = 'b\u00fccher.example';
  const shape = { columns: 120, rows: 40, paint: (_style: unknown, text: string) => text };
  const [plain, wide] = [true, false].map((ascii) =>
    topFrame(data, new Date(), { ...shape, ascii }).join('\n'),
  );
  t.true(plain!.includes('b\\u{fc}cher.example'), plain);
  t.true(wide!.includes('b\u00fccher.example'), wide);
});

test('a screen fits wherever it is drawn', async (t) => {
  const { run } = await operator(t);
  const data = JSON.parse((await run('top', '--json')).stdout);
  for (const [columns, rows] of [
    [80, 24],
    [20, 6],
    [200, 60],
    [1, 1],
  ] as const) {
    const shape = { columns, rows, ascii: false, paint: (_style: unknown, text: string) => text };
    const frame = topFrame(data, new Date(), { ...shape, note: 'x'.repeat(300) });
    t.true(frame.length <= rows, `${columns} by ${rows}`);
    t.true(
      frame.every((line) => line.length <= Math.max(columns, 3)),
      `${columns} by ${rows}`,
    );
  }
});

test('a report says what changed, as text and as a page that no name can change', async (t) => {
  const { run } = await operator(t);
  const text = (await run('report', '--period', '12h')).stdout;
  t.regex(text, /^DNS from \d{4}-\d\d-\d\d \d\d:\d\d to .* UTC\n=+\n/);
  t.regex(text, /^3 queries \(none before\) of 1 client for 2 names/m);
  t.regex(text, /^high +malicious_domain +evil\.example/m);
  t.regex(text, /^Silent sensors\n-+\nNo sensor is silent\.$/m);
  t.regex(text, /^<b>x<\/b>\.example +1 +0 +\+1/m);
  t.notRegex(text, /[^\n\x20-\x7e]/);
  const page = (await run('report', '--html')).stdout;
  t.regex(page, /^<!doctype html>/);
  t.true(page.includes('&lt;b&gt;x&lt;/b&gt;.example'));
  t.false(/<(?:b|script)>/.test(page));
  t.is(JSON.parse((await run('report', '--json')).stdout).comparison.period.queries, 3);
  t.not((await run('report', '--period', 'long')).exitCode, 0);
});
