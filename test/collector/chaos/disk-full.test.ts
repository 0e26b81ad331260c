import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('spool and store on a full disk: senders are told to wait, and all that was acknowledged is stored once there is room', async (t) => {
  t.timeout(180_000);
  const script = fileURLToPath(new URL('../../support/chaos/fill-collector-disk.ts', import.meta.url));
  // A small disk is mounted where nobody else sees it.
  const { stdout } = await promisify(execFile)('unshare', [
    '-Urm',
    process.execPath,
    script,
    await temporaryDirectory(t),
  ]);
  const { rowsPerBatch, accepted, acknowledged, kinds, trouble, stored } = JSON.parse(stdout);
  t.deepEqual(kinds, ['unavailable']);
  t.true(accepted > 0 && acknowledged === accepted + 5);
  t.is(typeof trouble, 'string', 'the store said that it takes nothing');
  const all = acknowledged * rowsPerBatch;
  t.deepEqual(stored, [all, all, all]);
});
