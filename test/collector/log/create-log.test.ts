import test from 'ava';
import { createLog } from '../../../collector/log/create-log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('a line is JSON with the level as a word and the time in UTC', (t) => {
  const line = JSON.parse(logged((log) => log.info({ requestId: 'a' }, 'request')));
  t.is(line.level, 'info');
  t.is(line.msg, 'request');
  t.regex(line.time, /Z$/);
});

test('a changed level holds for every log that derives from the one it was set on', (t) => {
  const text = logged((log) => {
    const child = log.child({ part: 'spool' });
    log.setLevel('warn');
    child.info({}, 'not told');
    child.infoText('"x":1', 'not told either');
    child.warn({}, 'told');
    log.setLevel('debug');
    child.debug({}, 'told again');
  });
  t.deepEqual(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
    ['told', 'told again'],
  );
});

test('secrets are hidden by the name of their field', (t) => {
  const text = logged((log) =>
    log.info(
      {
        authorization: 'hunter2',
        request: { password: 'hunter2', headers: { 'x-api-key': 'hunter2' } },
        headers: { authorization: 'hunter2' },
      },
      'request',
    ),
  );
  t.false(text.includes('hunter2'), text);
});

test('keys, tokens and passwords of URLs are hidden wherever they got to', (t) => {
  const key = `sonde_loc_${'a1B2'.repeat(10)}`;
  const text = logged((log) =>
    log.error(
      { err: new Error(`key ${key} at postgres://sonde:hunter2@db/x`), note: `Bearer eyJhbGciOi.abc.def` },
      `seen ${key}`,
    ),
  );
  t.false(text.includes('a1B2'), text);
  t.false(text.includes('hunter2'), text);
  t.false(text.includes('eyJ'), text);
  t.true(text.includes('sonde_loc_(hidden)'));
  t.notThrows(() => JSON.parse(text));
});
