import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeRow } from '@sonde/shared/batch/row-reader.ts';
import test from 'ava';
import { FileSpool } from '../../../../collector/storage/spool/file-spool.ts';
import { upgradeSpool } from '../../../../collector/storage/spool/upgrade-spool.ts';
import { makeRow, storedBytes } from '../../../support/engines/clickhouse-rows.ts';
import { shortForm, shortFormer } from '../../../support/ingest/row-forms.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const [kept, alone, aside, token, oldToken] = [1, 2, 3, 4, 5].map(
  (number) => `0000000${number}-0000-4000-8000-000000000000`,
) as [string, string, string, string, string];
const rows = [makeRow({ queryName: 'a.example' }), makeRow({ queryName: 'b.example', records: [] })];
const former = storedBytes(rows, 7, 8, shortFormer);
const present = storedBytes(rows, 7, 8, shortForm);

/** A spool as a collector from before left it: a group that was tried, a batch that waits, and one that was refused. */
async function oldSpool(directory: string): Promise<void> {
  for (const folder of ['staged', 'kept', 'groups', 'aside'])
    await mkdir(join(directory, folder), { recursive: true });
  const manifest = (batchId: string) => JSON.stringify([{ batchId, bytes: former.length }]);
  await writeFile(join(directory, 'kept', `${kept}.rows`), former);
  await writeFile(join(directory, 'groups', `${token}.json`), manifest(kept));
  await writeFile(join(directory, 'kept', `${alone}.rows`), former);
  await writeFile(join(directory, 'aside', `${aside}.rows`), former);
  await writeFile(join(directory, 'aside', `${oldToken}.json`), manifest(aside));
}

test('what a collector from before left is brought to the present layout, under its tokens', async (t) => {
  const directory = await temporaryDirectory(t);
  await oldSpool(directory);
  const spool = await FileSpool.open(directory);
  const { groups, batches } = await spool.recover(async (ids) => new Set(ids));
  t.deepEqual(
    groups.map((group) => group.token),
    [token],
  );
  t.deepEqual(await readFile(groups[0]!.path), present);
  t.deepEqual(groups[0]!.batches, [{ batchId: kept, bytes: present.length }]);
  t.deepEqual(batches, [{ batchId: alone, bytes: present.length }]);
  t.deepEqual(await spool.read(batches[0]!), present);
  t.is(decodeRow(present, 8).queryName, 'a.example');
  const { groups: refused } = await spool.listAside();
  t.deepEqual(
    refused.map(({ token: own, fault }) => [own, fault]),
    [[oldToken, undefined]],
  );
  t.deepEqual(await spool.readAside({ batchId: aside, bytes: present.length }), present);
});

test('it is done once, and rows of the present layout are left alone', async (t) => {
  const directory = await temporaryDirectory(t);
  const spool = await FileSpool.open(directory);
  const staged = await spool.stage(kept, present);
  const batch = await staged.keep();
  const again = await FileSpool.open(directory);
  t.deepEqual(await again.read(batch), present);
});

test('cut off at any moment, it is completed by the next start', async (t) => {
  for (const renamed of [[], [`kept/${kept}.rows`], [`kept/${kept}.rows`, `groups/${token}.json`]]) {
    const directory = await temporaryDirectory(t);
    await oldSpool(directory);
    // Files were written when the process ended: before their names were to be taken, or while they were.
    const manifest = JSON.stringify([{ batchId: kept, bytes: present.length }]);
    for (const [name, bytes] of [
      [`kept/${kept}.rows`, present],
      [`kept/${alone}.rows`, present],
      [`groups/${token}.json`, manifest],
    ] as const)
      await writeFile(join(directory, renamed.includes(name) ? name : `${name}.upgraded`), bytes);
    if (renamed.length > 0) await writeFile(join(directory, 'layout'), 'renaming to 3\n');
    await upgradeSpool(directory);
    t.deepEqual(await readFile(join(directory, 'kept', `${kept}.rows`)), present);
    t.deepEqual(await readFile(join(directory, 'kept', `${alone}.rows`)), present);
    t.is(await readFile(join(directory, 'groups', `${token}.json`), 'utf8'), manifest);
    t.is(await readFile(join(directory, 'layout'), 'utf8'), '3\n');
  }
});

test('a file that holds no rows is left to be refused', async (t) => {
  const directory = await temporaryDirectory(t);
  await oldSpool(directory);
  const damaged = former.subarray(0, -3);
  await writeFile(join(directory, 'kept', `${alone}.rows`), damaged);
  await upgradeSpool(directory);
  t.deepEqual(await readFile(join(directory, 'kept', `${alone}.rows`)), damaged);
  t.deepEqual(await readFile(join(directory, 'kept', `${kept}.rows`)), present);
});
