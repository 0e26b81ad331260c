import type { Fetched } from '../../ports/fetch.ts';
import type { BuildTask } from '../build/build-dataset.ts';
import type { Dataset } from '../dataset.ts';
import type { SnapshotFacts } from '../snapshot/compiled.ts';
import type { DatasetFiles } from './dataset-files.ts';
import type { DatasetState } from './dataset-state.ts';
import {
  contentFault,
  failed,
  type LookPorts,
  lookAtSource,
  needsKey,
  type Source,
  taken,
} from './look-at-source.ts';

/** Milliseconds: a hundred megabytes take longer than any answer else. */
const transferMilliseconds = 30 * 60_000;

export interface RefreshDatasetPorts extends LookPorts {
  readonly files: DatasetFiles;
  /** Makes a snapshot; throws a DocumentError. */
  readonly build: (task: BuildTask, signal: AbortSignal) => Promise<SnapshotFacts>;
  /** An operator's own address of a dataset in place of its publisher's, and keys. */
  readonly settings: { urls(dataset: Dataset): readonly string[]; key(setting: string): string | undefined };
}

/**
 * Looks at a dataset if it is due, or at once with `now`, and makes its new snapshot the one in force if that is to be trusted; the
 * old one is kept otherwise, whatever happens meanwhile. Never throws for what a source does. Returns the state, saved.
 */
export async function refreshDataset(
  dataset: Dataset,
  ports: RefreshDatasetPorts,
  signal: AbortSignal,
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): Promise<DatasetState> {
  const { files, clock, settings } = ports;
  const state = await files.state(dataset.id);
  const now = clock.now();
  const urls = settings.urls(dataset);
  if (urls.length === 0 || (!atOnce && now < state.nextAttemptAt)) return state;
  const attempt = {
    ...state,
    lastAttemptAt: now,
    nextAttemptAt: now + Math.max(dataset.everySeconds, dataset.leastSeconds) * 1_000,
  };
  const isLocal = urls.every((url) => url.startsWith('file:'));
  const key = dataset.key === undefined ? undefined : settings.key(dataset.key);
  const source: Source = {
    what: 'dataset',
    urls: urls.map((url) => url.replaceAll('{key}', encodeURIComponent(key ?? ''))),
    keySetting: dataset.key,
    leastSeconds: dataset.leastSeconds,
    maxBytes: dataset.maxBytes,
    milliseconds: transferMilliseconds,
  };
  const needed = key === undefined && urls.some((url) => url.includes('{key}'));
  const next = needed
    ? needsKey(source, attempt)
    : await lookAtSource(
        source,
        // Without a snapshot there is nothing that could be as it was.
        attempt.snapshot === null ? { ...attempt, etag: null, lastModified: null } : attempt,
        ports,
        (answer) => take(dataset, attempt, answer, ports, signal, isLocal),
        signal,
      );
  // A file of this machine is looked at again as usual, however often it could not be read.
  const planned = isLocal ? { ...next, nextAttemptAt: attempt.nextAttemptAt } : next;
  await files.save(planned);
  await files.tidy(planned);
  return planned;
}

/** Imports a file of the operator's in place of the network: a file that the settings name. Throws a DocumentError. */
export async function importDataset(
  dataset: Dataset,
  body: AsyncIterable<Uint8Array>,
  ports: RefreshDatasetPorts,
  signal: AbortSignal,
): Promise<DatasetState> {
  const state = await ports.files.state(dataset.id);
  const answer = { status: 200, headers: {}, body };
  const next = { ...(await take(dataset, state, answer, ports, signal, true)), imported: true };
  await ports.files.save(next);
  await ports.files.tidy(next);
  return next;
}

async function take(
  dataset: Dataset,
  state: DatasetState,
  answer: Fetched,
  { files, build, clock }: RefreshDatasetPorts,
  signal: AbortSignal,
  isTheOperators: boolean,
): Promise<DatasetState> {
  const document = await files.receive(dataset.id, answer.body);
  const target = files.building(dataset);
  const about = await build({ dataset, document, target, now: clock.now() }, signal);
  const now = clock.now();
  const before = {
    entries: isTheOperators ? 0 : (state.snapshot?.about.entries ?? 0),
    shrunkSince: state.shrunkSince,
  };
  const kind = { what: 'dataset', noun: 'entries', variesFreely: dataset.variesFreely === true } as const;
  const fault = contentFault(about, before, kind, now);
  if (fault !== undefined) {
    const shrunkSince = about.entries > 0 ? (state.shrunkSince ?? now) : state.shrunkSince;
    return { ...failed(dataset, state, fault, now), shrunkSince };
  }
  const file = await files.name(dataset, about.contentHash);
  const previous = state.snapshot?.file === file ? state.previous : (state.snapshot?.file ?? null);
  return { ...taken(state, answer, about.contentHash, now), snapshot: { file, about }, previous };
}
