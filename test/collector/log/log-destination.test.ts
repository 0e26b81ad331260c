import { openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { logDestination } from '../../../collector/log/log-destination.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const longLine = `${'x'.repeat(70_000)}\n`;

test('lines come in the order in which they were written, all of them', async (t) => {
  const path = join(await temporaryDirectory(t), 'log');
  const log = logDestination(path);
  for (let number = 0; number < 20_000; number++) log.write(`line ${number}\n`);
  await until(() => readFileSync(path, 'utf8').endsWith('line 19999\n'));
  t.is(readFileSync(path, 'utf8').split('\n').length, 20_001);
  t.is(log.lostLines(), 0);
});

test('a full disk costs lines, which are counted, and not the program', (t) => {
  const log = logDestination(openSync('/dev/full', 'w'));
  for (let count = 1; count <= 3; count++) {
    t.notThrows(() => log.write(longLine));
    t.is(log.lostLines(), count);
  }
});

test('what was lost is told by the next line that is taken', async (t) => {
  const path = join(await temporaryDirectory(t), 'log');
  const file = openSync(path, 'w');
  let isFull = true;
  const write = (to: number, text: Buffer): number => {
    if (isFull) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    return writeSync(to, text);
  };
  const log = logDestination(file, write);
  log.write(longLine);
  isFull = false;
  log.write(longLine);
  const [first, second] = readFileSync(path, 'utf8').split('\n');
  t.like(JSON.parse(first!), { level: 'warn', lines: 1 });
  t.is(second, longLine.trimEnd());
});

test('a reader that is behind is waited for, within a bound', (t) => {
  let isBehind = true;
  let taken = 0;
  const log = logDestination(1, (_to, text) => {
    if (isBehind) throw Object.assign(new Error('full pipe'), { code: 'EAGAIN' });
    taken += text.length;
    return text.length;
  });
  for (let count = 0; count < 10; count++) log.write(longLine);
  t.is(log.lostLines(), 0);
  isBehind = false;
  log.write(longLine);
  t.is(taken, 11 * longLine.length);
  isBehind = true;
  for (let count = 0; count < 40; count++) log.write(longLine);
  t.true(log.lostLines() > 0 && log.lostLines() < 40);
});
