import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type {
  AccountData,
  AccountExport,
  AccountExportStore,
  AccountTraffic,
} from '../../../ports/accounts/account-exports.ts';
import type { EncryptedFlowStore, SeenFlow } from '../../../ports/traffic/encrypted-flows.ts';
import type { QuerySearch } from '../../../ports/traffic/query-search.ts';
import { presentFlow } from '../../traffic/encrypted/present-flow.ts';
import { presentQuery } from '../../traffic/monitoring/present-query.ts';
import { type Manifest, manifestText, readMe, sumsOf } from './manifest.ts';
import { ArchiveFull, type ArchiveLimits, PartWriter } from './part-writer.ts';

const leaseSeconds = 120;
const mostAttempts = 3;
/** Seconds that an archive is kept. */
export const keptSeconds = 7 * 86_400;
const archiveLimits: ArchiveLimits = { bytes: 2 * 1024 ** 3, files: 50_000, fileCharacters: 2 * 1024 ** 2 };
/** Records of traffic that are taken at once. */
const atOnce = 1_000;

export interface WriteExportsPorts {
  readonly accountExports: Pick<
    AccountExportStore,
    'claim' | 'progress' | 'addPart' | 'finish' | 'forgetExpired'
  >;
  readonly accountData: AccountData;
  readonly accountTraffic: AccountTraffic;
  readonly querySearch: Pick<QuerySearch, 'export'>;
  readonly encryptedFlows: Pick<EncryptedFlowStore, 'search'>;
  readonly collectorId: string;
  /** Others than those that hold for every archive. */
  readonly limits?: ArchiveLimits;
  readonly clock: Clock;
  readonly log: Log;
}

/** The export is deleted, or somebody else writes it now. */
class Gone extends Error {}

/** Writes the exports that wait, one after the other. One that was broken off is begun anew after its lease. */
export async function writeExports(ports: WriteExportsPorts, signal: AbortSignal): Promise<void> {
  const { accountExports: store, collectorId, log } = ports;
  await store.forgetExpired();
  while (!signal.aborted) {
    const wanted = await store.claim(collectorId, leaseSeconds, mostAttempts);
    if (wanted === undefined) return;
    try {
      await write(wanted, ports, signal);
      await store.finish(collectorId, wanted.id, { keptSeconds });
    } catch (error) {
      if (signal.aborted || error instanceof Gone) continue;
      log.error({ err: error, export: wanted.id }, 'an export of an account failed');
      const sentence = 'The export failed by a fault of ours; the log says more.';
      await store.finish(collectorId, wanted.id, { keptSeconds: 86_400, error: sentence });
    }
  }
}

type Take = (lines: string[]) => Promise<void>;

async function write(wanted: AccountExport, ports: WriteExportsPorts, signal: AbortSignal): Promise<void> {
  const { accountExports: store, accountData, accountTraffic, collectorId, clock } = ports;
  const began = new Date(clock.now());
  const parts = new PartWriter(async (position, part) => {
    if (!(await store.addPart(collectorId, wanted.id, position, part))) throw new Gone();
    await note();
  }, ports.limits ?? archiveLimits);
  const sources = sourcesOf(wanted, ports, began, signal);
  let done = 0;
  const note = async () => {
    const progress = { done, total: sources.length, rows: parts.rows, bytes: parts.bytes };
    if (!(await store.progress(collectorId, wanted.id, progress, leaseSeconds))) throw new Gone();
  };
  await note();
  const tables: Manifest['tables'][number][] = [];
  for (const { name, read } of sources) {
    const before = parts.rows;
    let complete = true;
    try {
      await read(async (lines) => {
        signal.throwIfAborted();
        await parts.add(name, lines);
      });
    } catch (error) {
      if (!(error instanceof ArchiveFull)) throw error;
      complete = false;
    }
    await parts.end(name);
    tables.push({ name, rows: parts.rows - before, complete });
    done++;
    await note();
  }
  const queries = { name: 'queries', reason: 'It was not asked for.' };
  const manifest: Manifest = {
    format: 'sonde account export v1',
    export_id: wanted.id,
    account_id: wanted.accountId,
    requested_by: wanted.requestedBy,
    began_at: began.toISOString(),
    ended_at: new Date(clock.now()).toISOString(),
    tables,
    files: [...parts.files],
    left_out: [...accountData.leftOut, ...accountTraffic.leftOut, ...(wanted.queries ? [] : [queries])],
  };
  await parts.addFile('manifest.json', manifestText(manifest), 0);
  await parts.addFile('README.txt', readMe(manifest), 0);
  await parts.addFile('SHA256SUMS', sumsOf(parts.files), 0);
}

/** What may be large comes last: if the archive is full, that is what lacks. */
function sourcesOf(
  { accountId, queries }: AccountExport,
  { accountData, accountTraffic, querySearch, encryptedFlows }: WriteExportsPorts,
  to: Date,
  signal: AbortSignal,
): { readonly name: string; readonly read: (take: Take) => Promise<void> }[] {
  const linesOf =
    <Row>(
      rowsAt: (locationIds: readonly number[]) => AsyncIterable<readonly Row[]>,
      present: (row: Row) => object,
    ) =>
    async (take: Take) => {
      const locationIds = await accountData.locationIds(accountId);
      if (locationIds.length === 0) return;
      for await (const rows of rowsAt(locationIds)) {
        for (let at = 0; at < rows.length; at += atOnce) {
          await take(rows.slice(at, at + atOnce).map((row) => JSON.stringify(present(row))));
        }
      }
      signal.throwIfAborted();
    };
  const traffic = {
    name: 'passive_dns',
    read: linesOf(
      (locationIds) => accountTraffic.passiveDns(locationIds, signal),
      (record) => record,
    ),
  };
  const flows = {
    name: 'encrypted_flows',
    read: linesOf((locationIds) => flowsOf(encryptedFlows, locationIds, to), presentFlow),
  };
  const stored = {
    name: 'queries',
    read: linesOf(
      (locationIds) => querySearch.export({ locationIds, from: new Date(0), to }, signal),
      presentQuery,
    ),
  };
  const edited = accountData.tables.map((name) => ({
    name,
    read: (take: Take) => accountData.read(name, accountId, take),
  }));
  return [...edited, traffic, flows, ...(queries ? [stored] : [])];
}

async function* flowsOf(
  store: WriteExportsPorts['encryptedFlows'],
  locationIds: readonly number[],
  to: Date,
): AsyncGenerator<readonly SeenFlow[]> {
  const all = { locationIds, from: new Date(0), to };
  let cursor: string | undefined;
  do {
    const page = await store.search(all, { limit: atOnce, cursor });
    yield page.flows;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
