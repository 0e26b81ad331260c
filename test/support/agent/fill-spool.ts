import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Spool } from '../../../sensor/spool/spool.ts';

/** Fills a spool on the small file system at /mnt, then makes room again; prints what became of it. */
let lost = 0;
let put = 0;
const spool = await Spool.open({
  directory: '/mnt/spool',
  maxBytes: 2 ** 30,
  maxMemoryBytes: 300_000,
  onLoss: () => lost++,
  onDamaged: async () => undefined,
});
async function putOne(): Promise<void> {
  put++;
  await spool.put(Buffer.alloc(100_000, put), { batchId: randomUUID(), rows: 1, messages: 2, createdAt: 0 });
}
let diskError: string | undefined;
for (let index = 0; index < 20; index++) {
  await putOne();
  diskError ??= spool.diskError;
}
const filled = {
  put,
  lost,
  waiting: spool.batches,
  diskError,
  inMemory: spool.memoryBytes,
};
for (let index = 0; index < 8; index++) await spool.remove(spool.oldest()!);
await putOne();
const unfinishedFiles = readdirSync('/mnt/spool').filter((name) => name.endsWith('.tmp')).length;
process.stdout.write(JSON.stringify({ ...filled, diskErrorAfter: spool.diskError ?? null, unfinishedFiles }));
