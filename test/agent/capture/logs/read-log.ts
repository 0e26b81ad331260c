import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { readTransactions } from '../../../../agent/pipeline/read-transactions.ts';
import { verifyCapture } from '../../../../agent/pipeline/verify.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

/** Reads a log as `sonde-agent print` does. */
export async function readLog(
  t: ExecutionContext,
  text: string | Buffer,
): Promise<Record<string, unknown>[]> {
  const path = join(await temporaryDirectory(t), 'dns.log');
  await writeFile(path, text);
  const transactions: Record<string, unknown>[] = [];
  await readTransactions(
    path,
    [53],
    (transaction) => transactions.push(transaction as Record<string, unknown>),
    async () => undefined,
  );
  return transactions;
}

/** Counts a log as `sonde-agent verify` does. */
export async function verifyLog(t: ExecutionContext, text: string | Buffer) {
  const path = join(await temporaryDirectory(t), 'dns.log');
  await writeFile(path, text);
  return await verifyCapture(path);
}
