/**
 * Runs in a mount namespace of its own: a group of two batches is set aside and taken up again on a disk that is full.
 * Prints what came of it as JSON. Its argument is an empty directory.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileSpool } from '../../../collector/storage/spool/file-spool.ts';

const disk = join(process.argv[2]!, 'disk');
await mkdir(disk);
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
const directory = join(disk, 'spool');
const spool = await FileSpool.open(directory);
const rows = Buffer.alloc(300_000, 'r');
const batches = [];
for (let n = 0; n < 2; n++) batches.push(await (await spool.stage(randomUUID(), rows)).keep());
const group = await spool.join(randomUUID(), batches);

await fill();
await spool.setAside(group, 'it is poison');
const [aside] = (await spool.listAside()).groups;
// What was joined is gone, so that there is room again.
await fill();
const before = await files();
const failure = await spool.takeUp(aside!, randomUUID()).then(
  () => 'none',
  (error: { kind?: string }) => error.kind ?? String(error),
);
const after = await files();
// As an older version leaves it: there is no room for a list either.
const [older] = batches;
await rm(join(directory, 'aside', `${group.token}.json`));
await writeFile(join(disk, 'filler'), '', { flag: 'a' });
await fill();
const single = (await spool.listAside()).groups.find(
  ({ batches: [first] }) => first?.batchId === older!.batchId,
)!;
const olderFailure = await spool.takeUp(single, randomUUID()).then(
  () => 'none',
  (error: { kind?: string }) => error.kind ?? String(error),
);
const stillAside = spool.aside;
await rm(join(disk, 'filler'));
const taken = await spool.takeUp(single, randomUUID());
process.stdout.write(
  JSON.stringify({
    reason: aside!.reason ?? null,
    fault: aside!.fault ?? null,
    failure,
    olderFailure,
    isUnchanged: JSON.stringify(before) === JSON.stringify(after),
    stillAside,
    bytes: [(await spool.read(older!)).length, spool.bytes],
    taken: taken.batches.length,
    aside: spool.aside,
  }),
);

async function files(): Promise<string[]> {
  return (await readdir(directory, { recursive: true })).sort();
}

/** To the last page. */
async function fill(): Promise<void> {
  for (const size of [65_536, 4_096]) {
    const piece = Buffer.alloc(size);
    try {
      for (;;) await writeFile(join(disk, 'filler'), piece, { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
