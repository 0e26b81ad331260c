import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { syncDirectory, writeDurably } from '@sonde/shared/files/write-durably.ts';
import {
  type KeptZone,
  type PreparedZone,
  ZoneError,
  type ZoneFault,
  type ZoneSets,
  type ZoneVersion,
} from '../../../ports/traffic/zones.ts';
import { type DigestedZone, type DigestZone, freshFile, nextFile, packedFile } from './digest-zone.ts';
import { readNames } from './sorted-runs.ts';

const program = new URL('./zone-worker.ts', import.meta.url);
/** MiB of the thread that digests: names in hand take some 40 of them. */
const heap = 256;
const perPart = 1_000;
/** A zone unpacks to ten or twenty times its size: far more is a bomb. */
const mostRatio = 100;
const alwaysUnpacked = 64 * 1_024 * 1_024;

export interface ZoneSetsBounds {
  readonly mostUnpacked: number;
  readonly mostNames: number;
}

const defaultBounds: ZoneSetsBounds = { mostUnpacked: 96 * 1_024 ** 3, mostNames: 250_000 };

/** Keeps the sets of zones in a directory: of each the one in force, the one before it, and what is being prepared. */
export function createZoneSets(root: string, bounds: ZoneSetsBounds = defaultBounds): ZoneSets {
  const directoryOf = (zone: string) => {
    if (!/^[a-z0-9-]{1,63}$/.test(zone)) throw new Error(`${zone} is no top-level domain.`);
    return join(root, zone);
  };
  const placesOf = (zone: string) => {
    const directory = directoryOf(zone);
    const in_ = (name: string) => join(directory, name);
    return {
      directory,
      names: in_('names'),
      before: in_('names.before'),
      about: in_('about.json'),
      work: in_('work'),
    };
  };

  const kept = async (zone: string): Promise<KeptZone | undefined> => {
    const { names, before, about } = placesOf(zone);
    // Between the two renames a crash leaves the set before alone.
    if (!(await exists(names)) && (await exists(before))) await rename(before, names);
    if (!(await exists(names)) || !(await exists(about))) return undefined;
    return JSON.parse(await readFile(about, 'utf8')) as KeptZone;
  };

  return {
    kept,
    prepare: async (zone, packed, signal): Promise<PreparedZone> => {
      const { directory, names, before, about, work } = placesOf(zone);
      await rm(work, { recursive: true, force: true });
      await mkdir(work, { recursive: true, mode: 0o700 });
      const base = (await kept(zone)) === undefined ? null : names;
      await pipeline(packed, createWriteStream(join(work, packedFile), { mode: 0o600 }), { signal });
      const { size } = await stat(join(work, packedFile));
      const mostUnpacked = Math.min(bounds.mostUnpacked, Math.max(alwaysUnpacked, size * mostRatio));
      const task = { zone, directory: work, kept: base, mostUnpacked, mostNames: bounds.mostNames };
      const digested = await digestInThread(task, signal);
      return {
        ...digested,
        fresh: () => inParts(join(work, freshFile), digested.newNames ?? 0),
        keep: async (version: ZoneVersion) => {
          if (await exists(names)) await rename(names, before);
          await rename(join(work, nextFile), names);
          await syncDirectory(directory);
          await writeDurably(about, [JSON.stringify({ ...version, names: digested.names })]);
        },
      };
    },
    clean: (zone) => rm(placesOf(zone).work, { recursive: true, force: true }),
    keepOnly: async (zones) => {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const wanted = new Set(zones);
      for (const entry of await readdir(root))
        if (!wanted.has(entry)) await rm(join(root, entry), { recursive: true, force: true });
    },
  };
}

type Answer =
  | { readonly digested: DigestedZone }
  | { readonly digested?: undefined; readonly fault: ZoneFault; readonly message: string };

/** A thread of its own: reading a large zone takes minutes of processor time. */
async function digestInThread(task: DigestZone, signal: AbortSignal): Promise<DigestedZone> {
  signal.throwIfAborted();
  const worker = new Worker(program, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heap },
    env: {},
  });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread that reads a zone ended before the zone did.')));
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await promise;
    if (answer.digested === undefined) throw new ZoneError(answer.fault, answer.message);
    return answer.digested;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

async function* inParts(path: string, count: number): AsyncGenerator<string[]> {
  if (count === 0) return;
  let part: string[] = [];
  for await (const name of readNames(path)) {
    part.push(name);
    if (part.length < perPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
