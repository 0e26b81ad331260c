import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockFile, optionalGaps } from './lock-file.ts';

/**
 * Adds the builds for other platforms that the lock file does not list, because the registry that wrote it did not have
 * them: without them `npm ci` calls the lock file out of step. Run it after adding a dependency.
 */
const path = join(import.meta.dirname, '..', '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8')) as LockFile;
const gaps = optionalGaps(lock);
for (const gap of gaps) lock.packages[`node_modules/${gap.name}`] = gap.entry;
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${gaps.length} added\n`);
