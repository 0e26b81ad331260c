import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rootDirectory } from '../../scripts/check/source-files.ts';
import { isBatch } from '../../scripts/test/batches.ts';
import { TestTimes, timesVariable } from '../../scripts/test/test-times.ts';

// Every test process loads this module. It tells `npm test -- --times` how long the process took; batches tell of each file.
if (process.env[timesVariable] !== undefined) {
  const { default: test } = await import('ava');
  const path = fileURLToPath(test.meta.file);
  if (!isBatch(path)) new TestTimes().wholeProcess(relative(rootDirectory, path));
}
