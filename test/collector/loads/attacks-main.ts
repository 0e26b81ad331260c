import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AttackResult, attack } from './attacks.ts';

// Attacks a collector, each part for so many seconds and with so many sockets: `scripts/run test/collector/loads/attacks-main.ts 120 2000`.
// Root gives it a small disk of its own, which is full in the last part.
const seconds = Number(process.argv[2] ?? 20);
const sockets = Number(process.argv[3] ?? 500);
if (!(seconds > 0 && sockets >= 0)) throw new Error('Say for how many seconds, and with how many sockets.');
/** Milliseconds in which 95 of 100 answers are to come. */
const goal = 200;
const diskBytes = 1_500 * 1024 * 1024;
const ownDisk = 'SONDE_ATTACKS_DISK';

if (process.getuid?.() === 0 && process.env[ownDisk] === undefined) {
  const program = fileURLToPath(import.meta.url);
  const { status } = spawnSync(
    'unshare',
    ['-m', process.execPath, program, String(seconds), String(sockets)],
    { stdio: 'inherit', env: { ...process.env, [ownDisk]: 'yes' } },
  );
  process.exit(status ?? 1);
}

const directory = await mkdtemp(join(tmpdir(), 'sonde-attacks-'));
const hasDisk = process.env[ownDisk] !== undefined;
if (hasDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes},mode=755`, 'tmpfs', directory]);
try {
  const data = join(directory, 'data');
  tell(await attack({ directory: data, seconds, sockets, atRest: true, ...(hasDisk && { fillDisk }) }));
} finally {
  if (hasDisk) execFileSync('umount', ['-l', directory]);
  await rm(directory, { recursive: true, force: true });
}
process.exit(0);

async function fillDisk(): Promise<void> {
  const file = await open(join(directory, 'everything'), 'w');
  const octets = Buffer.alloc(1024 * 1024);
  try {
    while (true) await file.write(octets);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}

function tell({ parts, heavy, slowUploads, sockets: opened }: AttackResult): void {
  const lines = parts.flatMap(({ what: part, others }) =>
    others.map(({ what, statuses, p50, p95, most }) => [
      part,
      what,
      ...[p50, p95, most].map((time) => time.toFixed(0)),
      p95 <= goal ? 'yes' : 'NO',
      Object.entries(statuses)
        .map(([status, count]) => `${status === '0' ? 'none' : status} x ${count}`)
        .join(', '),
    ]),
  );
  const table = [['', 'kind', 'p50', 'p95', 'most ms', `p95 within ${goal}`, 'answers'], ...lines];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  for (const line of table)
    console.log(
      line
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  console.log(
    `Attackers: ${slowUploads} slow uploads, ${opened} of ${sockets} sockets, heavy callers answered ${JSON.stringify(heavy)}.`,
  );
  if (!hasDisk) console.log('The disk was not filled: only root may have one to fill.');
}
