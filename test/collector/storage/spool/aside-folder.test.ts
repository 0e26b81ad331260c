import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { AsideFolder } from '../../../../collector/storage/spool/aside-folder.ts';
import { isId, manifestText, parseManifest } from '../../../../collector/storage/spool/manifest.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const ids = [1, 2, 3, 4].map((n) => `0000000${n}-0000-8000-8000-000000000000`);
const id = fc.constantFrom(...ids);
const name = fc.oneof(
  fc.tuple(id, fc.constantFrom('.rows', '.txt', '.json', '.rows.tmp', '')).map(([stem, end]) => stem + end),
  fc.constantFrom(
    '..rows',
    'x.rows',
    `${'-'.repeat(36)}.rows`,
    `${ids[0]?.toUpperCase()}.rows`,
    '%2e%2e.json',
    '\u001b[2J.txt',
  ),
);
const batchLike = fc.record({
  batchId: fc.oneof(id, fc.constantFrom('../kept/x', '/etc/passwd', `${ids[0]}/..`), fc.string()),
  bytes: fc.oneof(fc.nat(4), fc.double(), fc.string()),
});
const content = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.json(),
  fc.array(batchLike, { maxLength: 4 }).map((list) => JSON.stringify(list)),
  fc
    .uniqueArray(id, { minLength: 1 })
    .map((list) => JSON.stringify(list.map((batchId) => ({ batchId, bytes: 3 })))),
);
const file = fc.record({
  name,
  kind: fc.constantFrom('file', 'file', 'file', 'folder', 'link'),
  content,
});

test('whatever lies there is listed without harm: each batch once, nothing outside, nothing changed', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(file, { selector: (one) => one.name, maxLength: 10 }), async (files) => {
      const directory = await temporaryDirectory(t);
      for (const { name: base, kind, content: text } of files) {
        const path = join(directory, base);
        if (kind === 'file') await writeFile(path, text);
        else if (kind === 'folder') await mkdir(path);
        else await symlink('/etc/passwd', path);
      }
      const before = (await readdir(directory)).sort();
      const folder = await AsideFolder.open(directory);
      const { groups, otherFiles } = await folder.list();
      for (const { token, batches, fault } of groups) {
        t.true(token === undefined || isId(token));
        t.true(batches.length > 0);
        for (const { batchId, bytes } of batches) {
          t.true(isId(batchId));
          if (fault === undefined) t.is((await lstat(folder.rows(batchId))).size, bytes);
          if (fault === undefined) t.true((await lstat(folder.rows(batchId))).isFile());
        }
      }
      const sound = groups.filter(({ fault }) => fault === undefined).flatMap(({ batches }) => batches);
      t.is(new Set(sound.map(({ batchId }) => batchId)).size, sound.length);
      const rows = files.filter(
        ({ name: base, kind }) => kind === 'file' && isId(base.replace(/\.rows$/, '')),
      );
      const listed = new Set(groups.flatMap(({ batches }) => batches.map(({ batchId }) => batchId)));
      for (const { name: base } of rows)
        if (base.endsWith('.rows')) t.true(listed.has(base.slice(0, -5)), 'no batch is passed over');
      t.is(folder.count, rows.filter(({ name: base }) => base.endsWith('.rows')).length);
      t.true(otherFiles <= files.length);
      t.deepEqual((await readdir(directory)).sort(), before);
      await rm(directory, { recursive: true });
    }),
    { numRuns: 150 },
  );
});

test('a list of batches is read as it was written, and nothing else is one', (t) => {
  const batch = fc.record({ batchId: fc.uuid(), bytes: fc.maxSafeNat() });
  fc.assert(
    fc.property(fc.uniqueArray(batch, { minLength: 1, selector: ({ batchId }) => batchId }), (batches) => {
      t.deepEqual(parseManifest(manifestText(batches).toString()), batches);
      t.is(parseManifest(manifestText([...batches, batches[0]!]).toString()), undefined);
    }),
  );
  fc.assert(
    fc.property(content, (text) => {
      for (const { batchId, bytes } of parseManifest(text) ?? []) {
        t.true(isId(batchId));
        t.true(Number.isSafeInteger(bytes) && bytes >= 0);
      }
    }),
  );
});

test('the oldest come first, with as much of their reason as is of use', async (t) => {
  const directory = await temporaryDirectory(t);
  const [old, young] = [randomUUID(), randomUUID()];
  for (const [batchId, reason] of [
    [young, 'x'.repeat(10_000)],
    [old, 'it is poison\n'],
  ] as const) {
    await writeFile(join(directory, `${batchId}.rows`), 'abc');
    await writeFile(join(directory, `${batchId}.txt`), reason);
  }
  const at = new Date('2026-01-02T03:04:05Z');
  await utimes(join(directory, `${old}.txt`), at, at);
  const { groups } = await (await AsideFolder.open(directory)).list();
  t.deepEqual(
    groups.map(({ batches }) => batches),
    [[{ batchId: old, bytes: 3 }], [{ batchId: young, bytes: 3 }]],
  );
  t.like(groups[0], { reason: 'it is poison', setAsideAt: at, token: undefined });
  t.is(groups[1]!.reason!.length, 4_096);
});
