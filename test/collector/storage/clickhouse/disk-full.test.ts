import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

test('a full disk makes the store unavailable, still answers, and loses and doubles nothing', async (t) => {
  const script = fileURLToPath(new URL('../../../support/engines/fill-small-disk.ts', import.meta.url));
  // A small disk is mounted where nobody else sees it.
  const { stdout } = await promisify(execFile)('unshare', [
    '-Urm',
    process.execPath,
    script,
    await temporaryDirectory(t),
  ]);
  const { rowsPerFile, failed, kinds, whenFull, afterwards } = JSON.parse(stdout);
  t.true(failed > 0);
  t.deepEqual(kinds, ['unavailable']);
  const stored = failed * rowsPerFile;
  const all = stored + rowsPerFile;
  // The disk may become full with the rows in place and a rollup still to be written: the retry then adds what is missing.
  t.true(whenFull[0] === stored || whenFull[0] === all, `${whenFull[0]} of ${stored} acknowledged`);
  t.deepEqual(afterwards, [all, all, all]);
});
