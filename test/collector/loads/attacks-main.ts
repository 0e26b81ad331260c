import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attack } from './attacks.ts';

// Attacks a collector for so many seconds: `node test/collector/loads/attacks-main.ts 120`.
const seconds = Number(process.argv[2] ?? 20);
if (!(seconds > 0)) throw new Error('Say for how many seconds.');
const directory = await mkdtemp(join(tmpdir(), 'sonde-attacks-'));
try {
  const result = await attack({ directory, seconds, sockets: 500 });
  for (const { what, statuses, p50, p95, most } of result.others) {
    const times = [p50, p95, most].map((time) => time.toFixed(0)).join(' / ');
    console.log(`${what}: p50 / p95 / max ${times} ms; statuses ${JSON.stringify(statuses)}`);
  }
  const heavy = JSON.stringify(result.heavy);
  console.log(
    `meanwhile ${result.slowUploads} slow uploads, heavy callers ${heavy}, ${result.sockets} sockets`,
  );
} finally {
  await rm(directory, { recursive: true, force: true });
}
process.exit(0);
