import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import test from 'ava';
import { migrations } from '../../collector/storage/postgres/migrations/index.ts';

test('migrations of PostgreSQL are listed in the order of their numbers, each of which is there once', async (t) => {
  t.deepEqual(
    migrations.map(({ id }) => id),
    migrations.map((_, index) => index + 1),
  );
  const folder = new URL('../../collector/storage/postgres/migrations/', import.meta.url);
  const files = (await readdir(folder, { recursive: true }))
    .map((path) => basename(path))
    .filter((name) => /^\d/.test(name))
    .sort();
  t.deepEqual(
    files.map((name) => Number(name.slice(0, 4))),
    migrations.map(({ id }) => id),
  );
});
