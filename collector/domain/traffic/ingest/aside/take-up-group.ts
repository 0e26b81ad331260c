import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import type { AcceptedBatch } from '../../../../ports/ingest/batches.ts';
import type { AsideGroup, AsideResult } from '../../../../ports/ingest/set-aside.ts';
import { StoreError } from '../../../../ports/system/store-error.ts';
import { freeBytes } from '../free-bytes.ts';
import { type ReadBatch, readBatch } from './read-batch.ts';
import type { SetAsideOptions, SetAsidePorts } from './set-aside-ports.ts';
import { storedShare } from './stored-share.ts';

/**
 * Milliseconds after the first attempt in which the store surely knows a token: it remembers the last 100,000, seven for
 * each second of this time. Within it what was stored, or stored in part, is completed by trying again.
 */
const tokenMilliseconds = 4 * 3_600_000;
const dayMilliseconds = 86_400_000;

interface Outcome {
  readonly result: AsideResult;
  readonly message: string;
}

/**
 * Brings a group back into the queue, if that stores no row twice. Any step may be repeated, and the process may end
 * after any: until the spool has written down that the group is taken up, its batches lie aside and the registry keeps
 * them for this collector.
 */
export async function takeUpGroup(
  group: AsideGroup,
  ports: SetAsidePorts,
  options: SetAsideOptions,
): Promise<Outcome> {
  if (group.fault !== undefined) return { result: 'damaged', message: group.fault };
  if (ports.spool.bytes > options.maxSpoolBytes)
    return { result: 'busy', message: 'More waits for the store than may wait: try again later.' };
  try {
    return await takeUp(group, ports, options);
  } catch (error) {
    if (error instanceof BatchError) return { result: 'damaged', message: error.message };
    if (error instanceof StoreError) return { result: 'unavailable', message: error.message };
    throw error;
  }
}

async function takeUp(
  group: AsideGroup,
  ports: SetAsidePorts,
  { collectorId, retentionDays, onTakenUp }: SetAsideOptions,
): Promise<Outcome> {
  const { spool, registry, clock } = ports;
  const ids = group.batches.map(({ batchId }) => batchId);
  const known = await registry.find(ids);
  if (ids.some((id) => (known.get(id)?.collectorId ?? collectorId) !== collectorId)) return elsewhere;

  const read = await readBatches(group, known, ports, retentionDays);
  const withRows = read.filter(({ rows }) => rows > 0);
  if (withRows.length > 0 && withRows.every(({ sample }) => sample.traces.length === 0)) return expired;

  const age = group.joinedAt === undefined ? Infinity : clock.now() - group.joinedAt.getTime();
  const isUnfinished = ids.every((id) => known.get(id)?.isStored === false);
  if (!isUnfinished || age < 0 || age > tokenMilliseconds) {
    const samples = withRows.map(({ sample }) => sample);
    const stored = await storedShare(ports.finder, samples);
    if (stored === 'all') {
      await registry.markStored(ids);
      await spool.discardAside(group);
      return alreadyStored;
    }
    if (stored === 'some') return partlyStored;
  }

  const opened = await registry.reopen(
    collectorId,
    read.map(({ locationId, agentId, rows }, index) => ({
      batchId: ids[index]!,
      locationId: known.get(ids[index]!)?.locationId ?? locationId,
      agentId: known.get(ids[index]!)?.agentId ?? agentId,
      rows,
    })),
  );
  if (!ids.every((id) => opened.has(id))) return elsewhere;
  onTakenUp(await spool.takeUp(group, ports.random.uuid()));
  return { result: 'taken_up', message: 'It waits to be stored.' };
}

const alreadyStored: Outcome = {
  result: 'already_stored',
  message:
    'Its rows are in the store already: the file was removed. If an error in counting them was why it lay aside, counts lack some.',
};

const elsewhere: Outcome = {
  result: 'elsewhere',
  message: 'Another collector has accepted it: take it up there.',
};

const expired: Outcome = {
  result: 'expired',
  message: 'Its rows are older than what is kept: they would be removed at once.',
};

const partlyStored: Outcome = {
  result: 'partly_stored',
  message: 'Some of its rows are in the store and some are not: it would be stored in part twice.',
};

/** One after the other, since each may have 48 MiB. Throws a BatchError for the first that is damaged. */
async function readBatches(
  { batches }: AsideGroup,
  known: ReadonlyMap<string, AcceptedBatch>,
  { spool, locations, clock }: SetAsidePorts,
  retentionDays: number,
): Promise<ReadBatch[]> {
  const daysOf = await locations.retentions();
  const keptSince = (locationId: number): number =>
    (clock.now() - Math.min(retentionDays, daysOf.get(locationId) ?? retentionDays) * dayMilliseconds) *
    1_000;
  const read: ReadBatch[] = [];
  for (const batch of batches) {
    const bytes = await spool.readAside(batch);
    const found = await readBatch(bytes, keptSince);
    freeBytes(bytes);
    const expected = known.get(batch.batchId)?.rows ?? found.rows;
    if (found.rows !== expected)
      throw new BatchError('malformed_rows', `The batch has ${found.rows} rows and should have ${expected}.`);
    read.push(found);
  }
  return read;
}
