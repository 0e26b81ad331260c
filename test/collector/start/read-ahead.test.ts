import { once } from 'node:events';
import test from 'ava';
import { readAhead } from '../../../collector/start/read-ahead.ts';

test.serial('files are read ahead where the disk was asked for some already', async (t) => {
  t.is(readAhead(0), undefined);
  const reading = readAhead(1_000_000)!;
  // It keeps no program up by itself.
  reading.ref();
  t.deepEqual(await once(reading, 'exit'), [0, null]);
});

test.serial('a system without the tools starts all the same', async (t) => {
  const { PATH } = process.env;
  process.env.PATH = '/nowhere';
  const reading = readAhead(1_000_000)!;
  process.env.PATH = PATH;
  const failed = Promise.withResolvers<void>();
  reading.on('error', () => failed.resolve());
  await failed.promise;
  t.is(reading.pid, undefined);
});
