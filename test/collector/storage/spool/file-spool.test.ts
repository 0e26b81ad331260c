import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import type { SpooledBatch } from '../../../../collector/ports/ingest/batch-spool.ts';
import { StoreError } from '../../../../collector/ports/system/store-error.ts';
import { FileSpool } from '../../../../collector/storage/spool/file-spool.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const all = async (ids: readonly string[]) => new Set(ids);
const none = async () => new Set<string>();

async function keep(
  spool: FileSpool,
  content: string,
  batchId: string = randomUUID(),
): Promise<SpooledBatch> {
  return await (await spool.stage(batchId, Buffer.from(content))).keep();
}

async function files(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true });
  return found.filter((name) => /\.(rows|json|tmp|txt)$/.test(name)).sort();
}

test('a batch that is kept is found again after a restart, one that is discarded is not', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  const batch = await keep(spool, 'rows');
  await (await spool.stage(randomUUID(), Buffer.from('other'))).discard();
  t.is(spool.bytes, 4);
  t.true(spool.has(batch.batchId));
  const reopened = await FileSpool.open(directory);
  t.deepEqual(await reopened.recover(all), { groups: [], batches: [batch] });
  t.is(reopened.bytes, 4);
  t.is((await reopened.read(batch)).toString(), 'rows');
});

test('batches that come at once are durable one by one, small and large, and go on as one file', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  const contents = Array.from({ length: 40 }, (_, n) => `${n}`.repeat(n % 7 === 0 ? 60_000 : 3));
  const batches = await Promise.all(contents.map((content) => keep(spool, content)));
  for (const [index, batch] of batches.entries()) {
    t.is((await spool.read(batch)).toString(), contents[index]!);
    t.is(await readFile(spool.pathOf(batch), 'utf8'), contents[index]!);
  }
  const group = await spool.join(randomUUID(), batches);
  t.is(await readFile(group.path, 'utf8'), contents.join(''));
  await spool.finish(group);
  t.deepEqual(await files(directory), []);
  t.is(spool.bytes, 0);
});

test('a staged batch is kept after a restart if it was claimed, and removed if not', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  const claimed = randomUUID();
  await spool.stage(claimed, Buffer.from('mine'));
  await spool.stage(randomUUID(), Buffer.from('nobody'));
  const { batches } = await (await FileSpool.open(directory)).recover(async () => new Set([claimed]));
  t.deepEqual(batches, [{ batchId: claimed, bytes: 4 }]);
  t.deepEqual(await files(directory), [`kept/${claimed}.rows`]);
});

test('what is stored already, and half a file, are cleared away', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  await keep(spool, 'stored');
  await writeFile(join(directory, 'staged', `${randomUUID()}.${randomUUID()}.rows.tmp`), 'hal');
  t.deepEqual(await (await FileSpool.open(directory)).recover(none), { groups: [], batches: [] });
  t.deepEqual(await files(directory), []);
});

test('a group is the same after a restart, its file made anew', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  const batches = [await keep(spool, 'one '), await keep(spool, 'two ')];
  const alone = await keep(spool, 'three');
  const token = randomUUID();
  const group = await spool.join(token, batches);
  t.is(await readFile(group.path, 'utf8'), 'one two ');
  await rm(group.path);
  const reopened = await FileSpool.open(directory);
  const left = await reopened.recover(all);
  t.deepEqual(left.groups, [group]);
  t.deepEqual(left.batches, [alone]);
  t.is(await readFile(group.path, 'utf8'), 'one two ');
  await reopened.finish(group);
  t.is(reopened.bytes, 5);
  t.deepEqual(await files(directory), [`kept/${alone.batchId}.rows`]);
});

test('a group of which a part is stored is taken as stored', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  const batches = [await keep(spool, 'one '), await keep(spool, 'two ')];
  await spool.join(randomUUID(), batches);
  const { groups } = await (await FileSpool.open(directory)).recover(none);
  t.deepEqual(groups, []);
  t.deepEqual(await files(directory), []);
});

test('a group that is dissolved leaves its batches single', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  const batches = [await keep(spool, 'one '), await keep(spool, 'two ')];
  await spool.dissolve(await spool.join(randomUUID(), batches));
  const left = await (await FileSpool.open(directory)).recover(all);
  t.is(left.groups.length, 0);
  t.is(left.batches.length, 2);
});

test('a batch set aside stays on disk with its reason and counts no more', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  const batch = await keep(spool, 'poison');
  const token = randomUUID();
  await spool.setAside(await spool.join(token, [batch]), 'it is poison');
  t.is(spool.bytes, 0);
  t.true(spool.has(batch.batchId), 'it is still ours');
  t.deepEqual(
    await files(directory),
    [`aside/${batch.batchId}.rows`, `aside/${batch.batchId}.txt`, `aside/${token}.json`].sort(),
  );
  t.is(spool.aside, 1);
  t.is((await FileSpool.open(directory)).aside, 1);
});

test('a disk that takes nothing is the store being away, and counts nothing', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  await rm(join(directory, 'staged'), { recursive: true });
  await writeFile(join(directory, 'staged'), 'in the way');
  const error = await t.throwsAsync(() => spool.stage(randomUUID(), Buffer.from('rows')), {
    instanceOf: StoreError,
  });
  t.is(error.kind, 'unavailable');
  t.is(spool.bytes, 0);
});
