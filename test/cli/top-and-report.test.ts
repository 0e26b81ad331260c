import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { topFrame } from '../../cli/top/top-frame.ts';
import { addSighting } from '../support/fakes/threats/sightings.ts';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';
import { until } from '../support/until.ts';

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
  t.regex(stdout, /1 h: 3 queries, 0 without an answer, 1 clients, 2 names/);
  t.regex(stdout, /2 www\.example\.com/);
  t.regex(stdout, /NXDOMAIN/);
  t.regex(stdout, /high +asked for <script>\\u\{1b\}\[31m/);
  const told = JSON.parse((await run('top', '--once', '--json', '--location', String(location.id))).stdout);
  t.is(told.stats.totals.queries, 3);
  t.is(told.threats.count, 1);
  t.is((await run('top', '--interval', '1')).exitCode, 64);
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

test('a terminal is as it was before, whether a key or a signal ends it', async (t) => {
  const { api, key } = await operator(t);
  for (const [end, exitCode] of [
    ['q', 0],
    ['\u0003', 0],
    ['SIGTERM', 143],
  ] as const) {
    const command = `exec ${process.execPath} cli/main.ts top --url ${api.url}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: {
        PATH: process.env.PATH,
        SONDE_KEY: key,
        SONDE_DATA: '/nonexistent',
        NO_COLOR: '1',
        TERM: 'xterm',
      },
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    t.teardown(() => child.kill('SIGKILL'));
    await until(() => output.includes('www.example.com'));
    t.true(output.includes(`${esc}[?1049h${esc}[?25l`));
    t.false(output.includes(`${esc}[1m`), 'NO_COLOR holds');
    if (end === 'SIGTERM') {
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      process.kill(Number(children.trim().split(' ')[0]), end);
    } else child.stdin.write(end);
    await ended;
    t.true(output.includes(`${esc}[?25h${esc}[?1049l`), end);
    t.is(child.exitCode, exitCode);
  }
});

test('a report says what changed, as text and as a page that no name can change', async (t) => {
  const { run } = await operator(t);
  const text = (await run('report', '--period', '12h')).stdout;
  t.regex(text, /^DNS from \d{4}-\d\d-\d\d \d\d:\d\d to .* UTC\n=+\n/);
  t.regex(text, /^3 queries \(none before\) of 1 clients for 2 names/m);
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
