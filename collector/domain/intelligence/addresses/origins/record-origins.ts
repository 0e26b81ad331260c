import { setImmediate } from 'node:timers/promises';
import { keyOfAddress } from '@sonde/scanner/datasets/facts/address-key.ts';
import type { KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import type { LoadedDataset } from '@sonde/scanner/datasets/facts/loaded-dataset.ts';
import type { DatasetKeeper, OriginTables } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import type { OriginChange } from '@sonde/scanner/ports/origin-change.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { AddressScoreStore } from '../../../../ports/addresses/address-scores.ts';
import type { OriginHistoryStore } from '../../../../ports/addresses/origin-history.ts';
import type { EventPublisher } from '../../../../ports/system/events.ts';
import type { Leases } from '../../../../ports/system/leases.ts';

/** Changes of one table that are kept: beyond it another table has come in its place rather than other routes. */
const mostChanges = 500_000;
/** Events of one table: whoever follows all changes is not to drown in them. */
const mostEvents = 1_000;
const perPage = 1_000;
const dayMilliseconds = 86_400_000;
/** Addresses that were seen so long ago are of interest still. */
const seenDays = 90;
const leaseSeconds = 3_600;

export interface RecordOriginsPorts {
  readonly datasetKeeper: Pick<DatasetKeeper, 'originTables' | 'open'>;
  readonly compareOrigins: (
    order: { before: string; after: string },
    signal: AbortSignal,
  ) => AsyncIterable<readonly OriginChange[]>;
  readonly originHistory: Pick<OriginHistoryStore, 'has' | 'add' | 'record'>;
  readonly addressScores: Pick<AddressScoreStore, 'candidates'>;
  readonly datasets: Pick<KnownDatasets, 'find' | 'named'>;
  readonly leases: Pick<Leases, 'take'>;
  readonly collectorId: string;
  readonly publisher: EventPublisher;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Compares each table of routes that has come with the one before it, keeps what changed, and tells of the addresses that
 * were scanned, seen or reported.
 */
export async function recordOrigins(ports: RecordOriginsPorts, signal: AbortSignal): Promise<void> {
  for (const tables of await ports.datasetKeeper.originTables()) {
    signal.throwIfAborted();
    const { builtAt, contentHash } = tables.about;
    const table = { dataset: tables.dataset.id, builtAt: new Date(builtAt), contentHash };
    if (!(await ports.originHistory.has(table))) await recordTable(tables, table, ports, signal);
  }
}

async function recordTable(
  tables: OriginTables,
  table: { dataset: string; builtAt: Date; contentHash: string },
  ports: RecordOriginsPorts,
  signal: AbortSignal,
): Promise<void> {
  const { originHistory, log } = ports;
  const before = tables.previous === null ? undefined : await ports.datasetKeeper.open(tables, 'previous');
  if (before === undefined) return await originHistory.record({ ...table, changes: 0 });
  const seen = { dataset: table.dataset, seenAt: table.builtAt };
  let changes = 0;
  for await (const piece of ports.compareOrigins({ before: tables.previous!, after: tables.path }, signal)) {
    if (changes < mostChanges) await originHistory.add(piece, seen);
    changes += piece.length;
  }
  // The table before is where the history begins, if nobody wrote it down.
  const { builtAt, contentHash } = before.about;
  await originHistory.record({ ...seen, builtAt: new Date(builtAt), contentHash, changes: 0 });
  await originHistory.record({ ...table, changes });
  const events = changes === 0 ? 0 : await tellOfAddresses(before, tables, ports, signal);
  if (changes > 0)
    log.info(
      { dataset: table.dataset, changes, leftOut: Math.max(0, changes - mostChanges), events },
      'origins of prefixes changed',
    );
}

/** One of several collectors tells, for one lease. The number of events. */
async function tellOfAddresses(
  before: LoadedDataset,
  tables: OriginTables,
  ports: RecordOriginsPorts,
  signal: AbortSignal,
): Promise<number> {
  const { leases, collectorId, addressScores, datasets, clock, publisher, log } = ports;
  const name = `origins-${tables.dataset.id}-${tables.about.contentHash.slice(0, 16)}`;
  if (!(await leases.take(name, collectorId, leaseSeconds))) return 0;
  const after = await ports.datasetKeeper.open(tables, 'present');
  if (after === undefined) return 0;
  const since = new Date(clock.now() - seenDays * dayMilliseconds);
  const timestamp = new Date(tables.about.builtAt).toISOString();
  let events = 0;
  for (let last: string | null = null; ; ) {
    signal.throwIfAborted();
    const page: string[] = await addressScores.candidates(last, since, perPage);
    for (const ip of page) {
      const bytes = addressBytes(ip);
      const [old, now] = [originsAt(before, bytes), originsAt(after, bytes)];
      if (old === now) continue;
      // A table that counts before this one says the same as before.
      const source = datasets.find(bytes).route?.source;
      if (source !== undefined && source !== tables.dataset.id) continue;
      if (events === mostEvents) {
        log.warn({ dataset: tables.dataset.id, events }, 'more origins changed than are told');
        return events;
      }
      events++;
      publisher.publish({
        name: 'dns_change',
        payload: {
          domain: ip,
          record_type: 'ORIGIN',
          old_value: old,
          new_value: now,
          severity: 'medium',
          timestamp,
        },
        accountId: null,
      });
    }
    if (page.length < perPage) return events;
    last = page.at(-1)!;
    await setImmediate();
  }
}

/** The systems that announce an address, as events tell them; null if none does. */
function originsAt(loaded: LoadedDataset, address: Uint8Array): string | null {
  const key = keyOfAddress(address);
  const entry = loaded.find(key);
  if (entry === -1) return null;
  const origins = loaded.values(key.family, entry).toSorted((a, b) => a - b);
  return origins.map((asn) => `AS${asn}`).join(' ');
}
