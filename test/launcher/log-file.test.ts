import { readFileSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { LogFile } from '../../cli/programs/log-file.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test('a log has a bound: what is older goes, and no line of the two files is cut', async (t) => {
  const path = join(await temporaryDirectory(t), 'logs', 'some.log');
  const file = new LogFile(path, undefined, { rotateAt: 1_000, waiting: 10_000 });
  for (let number = 0; number < 500; number++) {
    file.write(Buffer.from(`line ${number}\n`));
    if (number % 10 === 0) await file.close();
  }
  await file.close();
  const text = readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8');
  t.true(Buffer.byteLength(text) < 2_300);
  const numbers = text
    .trimEnd()
    .split('\n')
    .map((line) => Number(/^line (\d+)$/.exec(line)?.[1]));
  t.deepEqual(
    numbers,
    numbers.map((_, index) => 500 - numbers.length + index),
  );
  t.is(file.lostLines, 0);
  t.is(statSync(path).mode & 0o077, 0);
});

test('a full disk loses lines, which are counted and told once there is room', async (t) => {
  const path = join(await temporaryDirectory(t), 'some.log');
  symlinkSync('/dev/full', path);
  const reasons: string[] = [];
  const file = new LogFile(path, (reason) => reasons.push(reason));
  file.write(Buffer.from('one\ntwo\n'));
  await file.close();
  file.write(Buffer.from('three\n'));
  t.is(file.lostLines, 3);
  t.is(reasons.length, 1);
  t.regex(reasons[0]!, /ENOSPC/);
  unlinkSync(path);
  await delay(2_050);
  file.write(Buffer.from('four\n'));
  await file.close();
  t.is(readFileSync(path, 'utf8'), '3 lines could not be written here and are lost.\nfour\n');
});

test('a disk that is slow holds up nothing: what may not wait is lost', async (t) => {
  const path = join(await temporaryDirectory(t), 'some.log');
  const file = new LogFile(path, undefined, { rotateAt: 1e6, waiting: 1_000 });
  for (let number = 0; number < 500; number++) file.write(Buffer.from(`line ${number}\n`));
  await file.close();
  const kept = [...readFileSync(path, 'utf8').matchAll(/^line \d+$/gm)].length;
  t.is(kept + file.lostLines, 500);
  t.true(kept < 200);
});
