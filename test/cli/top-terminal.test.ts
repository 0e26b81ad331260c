import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { startTestApi } from '../support/http/http.ts';
import { openTerminal } from '../support/terminal.ts';
import { until } from '../support/until.ts';

const esc = '\u001b';
const enter = `${esc}[?1049h`;
const leave = `${esc}[?1049l`;
const name = 'www.example.com';

/** What the collector does with whoever asks it. */
type Mood = 'answers' | 'away' | 'talks nonsense';

/** A collector with a query, seen through something that can stand in its way. */
async function collector(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const location = await api.world.addLocation(account.id, 'Office');
  api.world.stored.add({
    locationId: location.id,
    observedAt: (Date.now() - 120_000) * 1_000,
    queryName: name,
  });
  await api.world.stored.settled();
  let mood: Mood = 'answers';
  const front = createServer((asked, answer) => {
    if (mood === 'away') asked.socket.destroy();
    else if (mood === 'talks nonsense')
      answer.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'x' }).end('{}');
    else {
      const { method, headers } = asked;
      const onward = request(api.url + asked.url!, { method, headers }, (found) => {
        answer.writeHead(found.statusCode!, found.headers);
        found.pipe(answer);
      });
      onward.on('error', () => asked.socket.destroy());
      asked.pipe(onward);
    }
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    front.closeAllConnections();
    front.close();
  });
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const open = (then: readonly string[] = [], env: Record<string, string> = {}) =>
    openTerminal(t, { args: ['top', '--url', url], env: { SONDE_KEY: key, ...env }, then });
  const set = (to: Mood) => {
    mood = to;
  };
  const revokeKeys = async () => {
    for (const { id } of await api.world.apiKeys.list(account.id))
      await api.world.apiKeys.revoke(account.id, id);
  };
  return { open, set, revokeKeys };
}

test('a terminal is as it was before, whichever key or signal ends it', async (t) => {
  t.timeout(120_000);
  const { open } = await collector(t);
  for (const [ending, exitCode] of [
    ['q', 0],
    ['\u0003', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const) {
    const terminal = await open();
    await until(() => terminal.output().includes(name), 60_000);
    t.is(terminal.output().indexOf(enter), terminal.output().lastIndexOf(enter));
    if (ending.length > 1) terminal.signal(ending as NodeJS.Signals);
    else terminal.type(ending);
    t.deepEqual(await terminal.ended(), { exitCode, isRestored: true }, ending);
    // Nothing is written behind it: no message, and no rest of the screen.
    t.true(terminal.output().endsWith(`${esc}[?7h${esc}[?25h${leave}`), ending);
  }
});

test('a screen is drawn anew at another size, in colours unless they are refused', async (t) => {
  t.timeout(60_000);
  const { open } = await collector(t);
  const terminal = await open();
  await until(() => terminal.output().includes(name), 60_000);
  t.true(terminal.output().includes(`${esc}[1m`));
  const drawn = terminal.output().length;
  await terminal.resize(30, 7);
  const lastLines = () => {
    const output = terminal.output();
    return stripVTControlCharacters(output.slice(output.lastIndexOf(`${esc}[H`))).split(/\r+\n/);
  };
  // The columns change before the rows do: a screen may be drawn between.
  await until(
    () =>
      terminal.output().length > drawn && terminal.output().endsWith(`${esc}[J`) && lastLines().length <= 7,
  );
  const lines = lastLines();
  for (const line of lines) t.true(line.length <= 30, JSON.stringify(line));
  t.regex(lines[0]!, /^sonde top/);
  terminal.type('q');
  await terminal.ended();
  const plain = await open([], { NO_COLOR: '1' });
  await until(() => plain.output().includes(name), 60_000);
  t.false(plain.output().includes(`${esc}[1m`));
  plain.type('q');
  t.like(await plain.ended(), { exitCode: 0 });
  // A terminal that has no screen gets the lines, once.
  const lineByLine = await open([], { TERM: 'dumb' });
  t.deepEqual(await lineByLine.ended(), { exitCode: 0, isRestored: true });
  t.false(lineByLine.output().includes(enter));
  t.true(lineByLine.output().includes(name));
});

test('a collector that goes is waited for, and a key that is refused ends it', async (t) => {
  t.timeout(120_000);
  const { open, set, revokeKeys } = await collector(t);
  const terminal = await open();
  await until(() => terminal.output().includes(name), 60_000);
  const lastFrame = () => terminal.output().slice(terminal.output().lastIndexOf(`${esc}[H`));
  const look = async (holds: () => boolean) =>
    until(() => {
      if (!holds()) terminal.type(' ');
      return holds();
    }, 60_000);
  set('away');
  await look(() => /No answer since \d\d:\d\d:\d\d UTC: http.*can't be reached/.test(lastFrame()));
  t.true(lastFrame().includes(name), 'the last answer stays');
  set('answers');
  await look(() => lastFrame().includes(name) && !lastFrame().includes('No answer'));
  await revokeKeys();
  await look(() => terminal.output().includes(leave));
  t.deepEqual(await terminal.ended(), { exitCode: 77, isRestored: true });
  t.regex(terminal.output().split(leave)[1]!.trim(), /^The collector answered 401: /);
});

test('a fault is told on the terminal as it was before', async (t) => {
  t.timeout(60_000);
  const { open, set } = await collector(t);
  const terminal = await open();
  await until(() => terminal.output().includes(name), 60_000);
  set('talks nonsense');
  terminal.type(' ');
  t.deepEqual(await terminal.ended(), { exitCode: 1, isRestored: true });
  const [, after = ''] = terminal.output().split(leave);
  t.regex(after, /TypeError/);
});

test('Ctrl with Z leads back to the shell, and fg to the screen', async (t) => {
  t.timeout(60_000);
  const { open } = await collector(t);
  const terminal = await open([
    'test "$(stty -g)" = "$(cat "$(dirname "$0")/before")" && echo "as before"',
    'fg',
  ]);
  await until(() => terminal.output().includes(name), 60_000);
  terminal.type('\u001a');
  await until(() => terminal.output().includes('as before'), 60_000);
  await until(() => (terminal.output().split('as before')[1] ?? '').includes(name), 60_000);
  const [before = '', after = ''] = terminal.output().split('as before');
  t.true(before.includes(leave));
  t.true(after.includes(enter));
  terminal.type('q');
  t.deepEqual(await terminal.ended(), { exitCode: 0, isRestored: true });
});

test('it ends with the terminal that goes', async (t) => {
  t.timeout(60_000);
  const { open } = await collector(t);
  const terminal = await open();
  await until(() => terminal.output().includes(name), 60_000);
  terminal.hangUp();
  t.is((await terminal.ended()).exitCode, 129);
});
