import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { untreated } from '@sonde/shared/batch/metadata.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import type { ExecutionContext } from 'ava';
import type { BatchClose } from '../../../sensor/ship/messages.ts';
import { Shipper, type ShipperOptions } from '../../../sensor/ship/shipper.ts';
import { emptyLedger } from '../../../shared/batch/empty-ledger.ts';
import { sampleRow } from '../ingest/uploads.ts';
import { fakeKey } from './fake-collector.ts';

/** Rows of their own names `<prefix><n>.example`, as the pipeline hands them out: in an ArrayBuffer of their own. */
export function rowBytes(count: number, prefix = 'n'): Uint8Array<ArrayBuffer> {
  const parts = Array.from({ length: count }, (_, index) =>
    encodeRow(sampleRow({ queryName: `${prefix}${index}.example`, records: [] })),
  );
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A ledger of so many rows of two messages each. */
export function closeOf(rows: number): BatchClose {
  return {
    ledger: {
      ...emptyLedger,
      packets_captured: rows * 2,
      messages_seen: rows * 2,
      messages_stored: rows * 2,
      rows_stored: rows,
    },
    at: Date.now() * 1000,
    inputs: ['test0'],
    treatment: untreated,
  };
}

export interface TestShipper {
  readonly shipper: Shipper;
  readonly log: string[];
  /** Hands over so many rows as one batch. */
  send(count: number, prefix?: string): void;
  /** Rows handed over so far. */
  readonly handed: () => number;
  stop(milliseconds?: number): ReturnType<Shipper['stop']>;
}

export async function startShipper(
  t: ExecutionContext,
  directory: string,
  collectors: readonly string[],
  change: Partial<ShipperOptions> = {},
): Promise<TestShipper> {
  const log: string[] = [];
  const shipper = await Shipper.start({
    sender: {
      agentId: '0198c0de-0000-4000-8000-00000000000a',
      runId: randomUUID(),
      software: 'sonde-agent/test',
      host: 'test',
    },
    destination: { collectors, key: fakeKey, authorities: undefined },
    spoolDirectory: join(directory, 'spool'),
    refusedDirectory: join(directory, 'refused'),
    spoolBytes: 64 * 1024 * 1024,
    spoolMemoryBytes: 1024 * 1024,
    refusedBytes: 1024 * 1024,
    requestTime: 2_000,
    heartbeat: 60_000,
    queueBytes: 64 * 1024 * 1024,
    batchBytes: 8 * 1024 * 1024,
    onBatchDue: () => undefined,
    log: (_level, message) => log.push(message),
    ...change,
  });
  let handed = 0;
  let stopped: ReturnType<Shipper['stop']> | undefined;
  const stop = (milliseconds = 0): ReturnType<Shipper['stop']> => {
    stopped ??= shipper.stop(milliseconds);
    return stopped;
  };
  t.teardown(() => stop());
  return {
    shipper,
    log,
    handed: () => handed,
    stop,
    send(count, prefix = `b${handed}-`) {
      shipper.rows(rowBytes(count, prefix), count, count * 2);
      handed += count;
      shipper.close(closeOf(handed));
    },
  };
}
