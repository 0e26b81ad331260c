import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { offsets } from '@sonde/shared/batch/row-layout.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import type { RowSample, RowTrace } from '../../../../ports/ingest/stored-rows.ts';
import { freeBytes } from '../free-bytes.ts';
import { storedPrefixBytes } from '../stored-rows.ts';

/** Rows that are looked for in the store, besides the first of each day: each day of a batch is stored by itself. */
const sampledRows = 64;
const dayMicroseconds = 86_400_000_000;
/** Rows between two pauses in which other requests get their turn. */
const rowsPerTurn = 2_048;

export interface ReadBatch {
  /** The location of the rows. */
  readonly locationId: number;
  readonly agentId: number;
  readonly rows: number;
  /** A sample of the rows that the store keeps. */
  readonly sample: RowSample;
}

/**
 * Checks rows in the stored form and takes a sample, spread evenly, of those that were observed since `keptSince`
 * (microseconds since 1970) of their location. Throws a BatchError if the bytes are no rows, or rows of several senders.
 */
export async function readBatch(
  bytes: Buffer,
  keptSince: (locationId: number) => number,
): Promise<ReadBatch> {
  const scanner = new RowScanner(bytes, storedPrefixBytes);
  const places: { start: number; nameStart: number; nameEnd: number; observedAt: number }[] = [];
  let since = 0;
  let rows = 0;
  const days = new Set<number>();
  const chosen = new Set<number>();
  let locationId = 0;
  let agentId = 0;
  while (scanner.next()) {
    const { rowStart: start, nameStart, nameEnd, observedAt } = scanner;
    const [location, agent] = [bytes.readUInt32LE(start - 8), bytes.readUInt32LE(start - 4)];
    if (rows === 0) {
      [locationId, agentId] = [location, agent];
      since = keptSince(location);
    }
    if (location !== locationId || agent !== agentId)
      throw new BatchError('malformed_rows', `The batch has rows of several senders (at byte ${start}).`);
    if (observedAt >= since) {
      const day = Math.floor(observedAt / dayMicroseconds);
      if (!days.has(day)) chosen.add(places.length);
      days.add(day);
      places.push({ start, nameStart, nameEnd, observedAt });
    }
    if (++rows % rowsPerTurn === 0) await setImmediate();
  }
  const traces = new Map<string, RowTrace>();
  const step = Math.max(1, (places.length - 1) / (sampledRows - 1));
  for (let at = 0; at < places.length; at += step) chosen.add(Math.round(at));
  for (const at of chosen) {
    const { start, nameStart, nameEnd, observedAt } = places[at]!;
    const trace = {
      observedAt,
      nameChecksum: crc32(bytes.subarray(nameStart, nameEnd)),
      clientPort: bytes.readUInt16LE(start + offsets.clientPort),
      messageId: bytes.readUInt16LE(start + offsets.messageId),
      queryType: bytes.readUInt16LE(start + offsets.queryType),
      latency: bytes.readUInt32LE(start + offsets.latency),
    };
    traces.set(Object.values(trace).join(' '), trace);
  }
  const sample = { locationId, agentId, traces: [...traces.values()] };
  return { locationId, agentId, rows, sample };
}

/** Takes a sample of a batch; undefined of one that is damaged. */
export async function sampleOf(bytes: Buffer): Promise<RowSample | undefined> {
  try {
    return (await readBatch(bytes, () => 0)).sample;
  } catch (error) {
    if (error instanceof BatchError) return undefined;
    throw error;
  } finally {
    freeBytes(bytes);
  }
}
