import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildInWorker } from '@sonde/scanner/datasets/build/build-in-worker.ts';
import type { Dataset } from '@sonde/scanner/datasets/dataset.ts';
import { KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { type LoadedDataset, loadDataset } from '@sonde/scanner/datasets/facts/loaded-dataset.ts';
import { DatasetFiles } from '@sonde/scanner/datasets/refresh/dataset-files.ts';
import { importDataset } from '@sonde/scanner/datasets/refresh/refresh-dataset.ts';
import { ownRpki } from '@sonde/scanner/datasets/sources/networks/registries.ts';
import { risIpv4 } from '@sonde/scanner/datasets/sources/networks/ris.ts';
import { PayloadTable } from '@sonde/scanner/datasets/tables/payload-table.ts';
import { wordsText } from '@sonde/shared/net/prefix.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { PseudoRandom } from '../pseudo-random.ts';
import { type GeneratedRoute, generateRoutes, writePayloads, writeRoutes } from './generated-routes.ts';

export interface DatasetBenchOptions {
  readonly prefixes: number;
  readonly payloads: number;
  readonly seed: number;
  /** For documents and snapshots; removed by whoever made it. */
  readonly directory: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Answers a range as the API does. */
  readonly answerRange: (cidr: string, datasets: KnownDatasets) => Promise<AsyncIterable<string>>;
  /** Says what is known of the addresses of a page, as answers do. */
  readonly noteAddresses: (known: KnownDatasets) => (addresses: readonly string[]) => unknown[] | null;
  readonly progress: (line: string) => void;
}

export interface TableReport {
  readonly entries: number;
  readonly bytes: number;
  /**
   * Time from document to snapshot, in a thread of its own, and the longest time that the event loop stood still
   * meanwhile.
   */
  readonly refreshMs: number;
  readonly refreshBlockMs: number;
  /** The most processor time that the thread of the event loop took in one turn. */
  readonly refreshTurnMs: number;
  /** From the snapshot. */
  readonly loadMs: number;
  readonly loadBlockMs: number;
  readonly loadTurnMs: number;
}

export interface DatasetBenchReport {
  readonly prefixes: TableReport;
  readonly payloads: TableReport;
  /** A second of the processor: of addresses in any order. */
  readonly lookups: number;
  /** A second of the processor: of routes in the order of their table, as a whole table is validated, and in any order. */
  readonly validations: number;
  readonly validationsShuffled: number;
  /** Milliseconds for the addresses of a page of answers: none asked for before, and all of them. */
  readonly notes: { readonly addresses: number; readonly firstMs: number; readonly againMs: number };
  readonly range: {
    readonly cidr: string;
    readonly ms: number;
    /** Of the thread that answers. */
    readonly processorMs: number;
    readonly answerBytes: number;
    /** Resident memory at its most, above what it was before. */
    readonly memoryBytes: number;
    readonly blockMs: number;
    readonly turnMs: number;
  };
}

/** Milliseconds between two ticks of the measurement of the loop. */
const resolution = 1;
/** Addresses of a page of answers: as many as an answer says anything of. */
const ofPage = 2_000;
/** Rounds of each measurement: the best of them counts, since others use the machine too. */
const rounds = 5;
/** Of processor time that a round measures. */
const leastMilliseconds = 20;

/** Builds tables as large as the Internet's the way a collector does, loads them, and asks them. */
export async function runDatasetBench(options: DatasetBenchOptions): Promise<DatasetBenchReport> {
  const { directory, seed, signal, progress, clock } = options;
  let routes: readonly GeneratedRoute[] = [...generateRoutes(options.prefixes, seed)];
  const documents = { routes: join(directory, 'routes'), payloads: join(directory, 'payloads') };
  await writeRoutes(documents.routes, routes);
  await writePayloads(documents.payloads, routes, options.payloads, seed);
  progress(`${routes.length} routes and ${options.payloads} payloads are generated`);
  const origins = await measureTable(risIpv4, documents.routes, options);
  signal.throwIfAborted();
  const payloads = await measureTable(ownRpki, documents.payloads, options);
  signal.throwIfAborted();
  const known = new KnownDatasets(clock);
  known.install(origins.loaded);
  known.install(payloads.loaded);
  const table = origins.loaded.table(4)!;
  const addresses = someAddresses(routes, seed);
  const lookups = bestRate(addresses.length, () => {
    let found = 0;
    for (let at = 0; at < addresses.length; at++) if (table.find(addresses[at]!) !== -1) found++;
    return found;
  });
  const validator = new PayloadTable(payloads.loaded.table(4)!);
  const validations = validationRate(validator, routes);
  const validationsShuffled = validationRate(validator, shuffledCopy(routes, seed));
  const middle = routes[Math.floor(routes.length / 2)]!;
  // A collector has no million objects lying about for its memory to be searched through.
  routes = [];
  return {
    prefixes: origins.report,
    payloads: payloads.report,
    lookups,
    validations,
    validationsShuffled,
    notes: measureNotes(options.noteAddresses(known), addresses),
    range: await measureRange(known, middle, options),
  };
}

function measureNotes(
  note: (addresses: readonly string[]) => unknown[] | null,
  addresses: Uint32Array,
): DatasetBenchReport['notes'] {
  const pages = Array.from({ length: rounds }, (_, round) =>
    [...addresses.subarray(round * ofPage, (round + 1) * ofPage)].map((word) => wordsText(4, [word])),
  );
  const timed = (page: readonly string[]) => {
    const begun = performance.now();
    if (note(page)?.length === 0) throw new Error('Nothing was found: the measurement would say nothing.');
    return performance.now() - begun;
  };
  const firstMs = Math.min(...pages.map(timed));
  return { addresses: ofPage, firstMs, againMs: Math.min(...pages.map(timed)) };
}

async function measureTable(
  dataset: Dataset,
  document: string,
  { directory, clock, signal }: DatasetBenchOptions,
): Promise<{ loaded: LoadedDataset; report: TableReport }> {
  const files = new DatasetFiles(join(directory, 'datasets'));
  const ports = {
    files,
    build: buildInWorker,
    clock,
    fetch: () => Promise.reject(new Error('An import fetches nothing.')),
    settings: { urls: () => [], key: () => undefined },
    userAgent: 'Sonde',
  };
  const refresh = await watchingLoop(() =>
    importDataset(dataset, createReadStream(document) as AsyncIterable<Uint8Array>, ports, signal),
  );
  const { snapshot, note } = refresh.result;
  if (snapshot === null) throw new Error(`The generated ${dataset.id} was not taken: ${note}`);
  const load = await watchingLoop(() =>
    loadDataset(dataset, files.path(dataset.id, snapshot.file), snapshot.about),
  );
  const report = {
    entries: snapshot.about.entries,
    bytes: load.result.bytes,
    refreshMs: refresh.ms,
    refreshBlockMs: refresh.blockMs,
    refreshTurnMs: refresh.turnMs,
    loadMs: load.ms,
    loadBlockMs: load.blockMs,
    loadTurnMs: load.turnMs,
  };
  return { loaded: load.result, report };
}

async function measureRange(
  known: KnownDatasets,
  { start }: GeneratedRoute,
  { answerRange }: DatasetBenchOptions,
): Promise<DatasetBenchReport['range']> {
  const cidr = `${start >>> 24}.${(start >>> 16) & 255}.0.0/16`;
  const before = process.memoryUsage.rss();
  let [most, answerBytes] = [before, 0];
  const { ms, processorMs, blockMs, turnMs } = await watchingLoop(async () => {
    for await (const chunk of await answerRange(cidr, known)) {
      answerBytes += Buffer.byteLength(chunk);
      most = Math.max(most, process.memoryUsage.rss());
      // A client that takes it lets others have their turn.
      await sleep(0);
    }
  });
  return { cidr, ms, processorMs, answerBytes, memoryBytes: most - before, blockMs, turnMs };
}

/**
 * Runs something, and tells how long it took, how long the event loop stood still at most, and how much processor time of
 * its thread one turn of the loop took at most.
 */
async function watchingLoop<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; ms: number; processorMs: number; blockMs: number; turnMs: number }> {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  // The first tick only starts the measurement.
  await sleep(resolution * 5);
  delay.reset();
  let [turnMs, before] = [0, threadMilliseconds()];
  const tick = () => {
    const now = threadMilliseconds();
    turnMs = Math.max(turnMs, now - before);
    before = now;
  };
  const ticks = setInterval(tick, resolution);
  const [begun, processorBegun] = [performance.now(), threadMilliseconds()];
  const result = await work();
  const ms = performance.now() - begun;
  const processorMs = threadMilliseconds() - processorBegun;
  await sleep(resolution * 5);
  clearInterval(ticks);
  delay.disable();
  return { result, ms, processorMs, blockMs: Math.max(0, delay.max / 1e6 - resolution), turnMs };
}

/** Other programs of the machine take no part of it. */
function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function validationRate(validator: PayloadTable, routes: readonly GeneratedRoute[]): number {
  const words = [0];
  // In arrays of numbers: to find a million objects in any order takes longer than to validate what they say.
  const starts = Uint32Array.from(routes, ({ start }) => start);
  const lengths = Uint8Array.from(routes, ({ length }) => length);
  const origins = Uint32Array.from(routes, ({ origin }) => origin);
  return bestRate(routes.length, () => {
    let valid = 0;
    for (let at = 0; at < starts.length; at++) {
      words[0] = starts[at]!;
      if (validator.validate(words, lengths[at]!, origins[at]!) === 'valid') valid++;
    }
    return valid;
  });
}

/**
 * Repetitions in a second of the processor of what does so many; throws if it finds nothing, since that costs nothing.
 */
function bestRate(count: number, work: () => number): number {
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    const begun = threadMilliseconds();
    let [times, spent] = [0, 0];
    // The system counts a thread's time in steps: a short work is repeated.
    do {
      if (work() === 0) throw new Error('Nothing was found: the measurement would say nothing.');
      times++;
      spent = threadMilliseconds() - begun;
    } while (spent < leastMilliseconds);
    best = Math.max(best, ((count * times) / spent) * 1_000);
  }
  return best;
}

function someAddresses(routes: readonly GeneratedRoute[], seed: number): Uint32Array {
  const random = new PseudoRandom(seed + 1);
  return Uint32Array.from({ length: routes.length }, () => {
    const { start, length } = routes[random.below(routes.length)]!;
    return start + random.below(2 ** (32 - length));
  });
}

function shuffledCopy(routes: readonly GeneratedRoute[], seed: number): GeneratedRoute[] {
  const random = new PseudoRandom(seed + 2);
  const copy = [...routes];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [copy[at], copy[other]] = [copy[other]!, copy[at]!];
  }
  return copy;
}
