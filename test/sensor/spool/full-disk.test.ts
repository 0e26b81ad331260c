import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const program = fileURLToPath(new URL('../../support/agent/fill-spool.ts', import.meta.url));

test('a full disk stops nothing: what finds no place is counted, and room is used again', (t) => {
  // A file system of 1 MiB in a mount namespace of its own takes no root.
  const script = 'mount -t tmpfs -o size=1m tmpfs /mnt && exec "$0" "$1"';
  const result = spawnSync('unshare', ['-Urm', 'sh', '-c', script, process.execPath, program], {
    encoding: 'utf8',
  });
  if (result.error !== undefined || /unshare:|mount:/.test(result.stderr)) {
    t.log(`This machine allows no mount namespace: ${result.error?.message ?? result.stderr}`);
    t.pass();
    return;
  }
  t.is(result.status, 0, result.stderr);
  const report = JSON.parse(result.stdout);
  t.regex(report.diskError, /ENOSPC/);
  t.is(report.put, report.waiting + report.lost);
  t.true(report.lost > 0);
  t.true(report.inMemory > 0);
  // After some were delivered the disk takes batches again.
  t.is(report.diskErrorAfter, null);
  t.is(report.unfinishedFiles, 0);
});
