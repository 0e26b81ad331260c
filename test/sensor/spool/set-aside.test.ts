import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { SetAside } from '../../../sensor/spool/set-aside.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('what is set aside is bounded: the oldest goes first', async (t) => {
  const directory = join(await temporaryDirectory(t), 'refused');
  const aside = new SetAside({ directory, maxBytes: 2_500 });
  for (let index = 0; index < 6; index++) await aside.takeBytes(`batch-${index}`, Buffer.alloc(1_000));
  t.deepEqual((await readdir(directory)).sort(), ['batch-4', 'batch-5']);
  await aside.takeBytes('batch-6', Buffer.alloc(5_000));
  t.deepEqual(await readdir(directory), []);
});

test('a file is moved, not copied; where nothing can be kept, it is let go', async (t) => {
  const parent = await temporaryDirectory(t);
  const file = join(parent, 'batch-1');
  await writeFile(file, 'one');
  await new SetAside({ directory: join(parent, 'refused'), maxBytes: 100 }).takeFile(file);
  t.deepEqual((await readdir(parent)).sort(), ['refused']);
  t.deepEqual(await readdir(join(parent, 'refused')), ['batch-1']);

  await writeFile(join(parent, 'in-the-way'), '');
  await writeFile(file, 'two');
  await new SetAside({ directory: join(parent, 'in-the-way'), maxBytes: 100 }).takeFile(file);
  t.deepEqual((await readdir(parent)).sort(), ['in-the-way', 'refused']);
});
