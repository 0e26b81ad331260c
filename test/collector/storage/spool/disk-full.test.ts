import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

test('on a full disk batches are set aside all the same, and taken up whole or not at all', async (t) => {
  const script = fileURLToPath(new URL('../../../support/engines/fill-spool-disk.ts', import.meta.url));
  // A small disk is mounted where nobody else sees it.
  const { stdout } = await promisify(execFile)('unshare', [
    '-Urm',
    process.execPath,
    script,
    await temporaryDirectory(t),
  ]);
  t.deepEqual(JSON.parse(stdout), {
    reason: null,
    fault: null,
    failure: 'unavailable',
    olderFailure: 'unavailable',
    isUnchanged: true,
    stillAside: 2,
    bytes: [300_000, 300_000],
    taken: 1,
    aside: 1,
  });
});
