import { join } from 'node:path';
import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { createZoneSets } from '../../storage/files/zones/zone-sets.ts';

export interface ZoneBenchOptions {
  readonly names: number;
  readonly directory: string;
  readonly signal: AbortSignal;
}

const zone = 'bench';
/** Of a hundred thousand names so many are new on the second day. */
const newOf100k = 150;
const sampleMilliseconds = 100;
const linesTogether = 2_000;

/**
 * Reads a generated zone of so many names as the collector does, and the one of the next day, which has a few more: unpacked, sorted and
 * compared on disk, in a thread. Tells how long each took and what the process held at most.
 */
export async function runZoneBench({ names, directory, signal }: ZoneBenchOptions) {
  const sets = createZoneSets(join(directory, 'zones'));
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, sampleMilliseconds);
  try {
    const days = [];
    for (const count of [names, names + Math.ceil((names * newOf100k) / 100_000)]) {
      const began = performance.now();
      const prepared = await sets.prepare(zone, packedZone(count, signal), signal);
      let told = 0;
      for await (const part of prepared.fresh()) told += part.length;
      await prepared.keep({ etag: null, lastModified: null });
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      days.push({ names: prepared.names, new_names: prepared.newNames, told, seconds });
    }
    return {
      days,
      resident_mib_before: Math.round(before / 1_048_576),
      resident_mib_peak: Math.round(peak / 1_048_576),
    };
  } finally {
    clearInterval(sampling);
  }
}

/** A packed zone as registries give it: each name with two servers, in an order that is not the sorted one. */
function packedZone(count: number, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  Readable.from(linesOf(count), { signal })
    .on('error', (error) => gzip.destroy(error))
    .pipe(gzip);
  return gzip;
}

function* linesOf(count: number): Generator<string> {
  let lines = `${zone}.\t900\tin\tsoa\tns.${zone}. admin.${zone}. 1 1800 900 604800 86400\n`;
  for (let index = 0; index < count; index++) {
    // An odd factor turns numbers into others, each once.
    const name = `${(Math.imul(index, 2_654_435_761) >>> 0).toString(36)}-name.${zone}.`;
    lines += `${name}\t3600\tin\tns\tns1.servers.example.\n${name}\t3600\tin\tns\tns2.servers.example.\n`;
    if (index % linesTogether !== 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}
