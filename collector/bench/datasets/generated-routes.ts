import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { wordsText } from '@sonde/shared/net/prefix.ts';
import { PseudoRandom } from '../pseudo-random.ts';

export interface GeneratedRoute {
  readonly start: number;
  readonly length: number;
  readonly origin: number;
}

const firstBlock = 0x0100_0000;
const lastBlock = 0xdfff_ffff;
/** The networks that are generated around the others are a /18. */
const blockLength = 18;
const blockSize = 2 ** (32 - blockLength);
/** Prefixes in a block have these lengths; more than half of all routes of the Internet are a /24. */
const lengths = [24, 24, 24, 24, 23, 22, 22, 20] as const;
/** Prefixes that a block has on average, its own included. */
const perBlock = 4.6;
const origins = 75_000;
/** Of a thousand payloads, this many are for a system that does not announce the prefix. */
const wrongPayloads = 20;

/**
 * Generates routes as a full table has them: ordered, nested, close together in networks that belong together, from all
 * over IPv4.
 */
export function* generateRoutes(count: number, seed: number): Generator<GeneratedRoute> {
  const random = new PseudoRandom(seed);
  const blocks = Math.ceil(count / perBlock);
  const step = Math.max(1, Math.floor((lastBlock - firstBlock) / blockSize / blocks)) * blockSize;
  let made = 0;
  for (let block = firstBlock; made < count; block += step) {
    if (block > lastBlock) return;
    const origin = 1 + random.below(origins);
    yield { start: block, length: blockLength, origin };
    made++;
    const within = new Map<string, GeneratedRoute>();
    for (let left = random.below(9); left > 0; left--) {
      const length = lengths[random.below(lengths.length)]!;
      const size = 2 ** (32 - length);
      const start = block + random.below(blockSize / size) * size;
      const own = random.below(10) === 0 ? 1 + random.below(origins) : origin;
      within.set(`${start}/${length}`, { start, length, origin: own });
    }
    for (const route of [...within.values()].toSorted((a, b) => a.start - b.start || a.length - b.length)) {
      if (made++ < count) yield route;
    }
  }
}

/** Writes routes in the form of RIS. */
export async function writeRoutes(path: string, routes: readonly GeneratedRoute[]): Promise<void> {
  await writeLines(path, function* () {
    for (const { start, length, origin } of routes) yield `${origin}\t${textOf(start)}/${length}\t300\n`;
  });
}

/** Writes so many payloads for routes, in the form of validators. */
export async function writePayloads(
  path: string,
  routes: readonly GeneratedRoute[],
  count: number,
  seed: number,
): Promise<void> {
  const random = new PseudoRandom(seed);
  await writeLines(path, function* () {
    yield '{"metadata":{},"roas":[\n';
    for (let at = 0; at < count; at++) {
      const { start, length, origin } = routes[Math.floor((at * routes.length) / count)]!;
      const asn = random.below(1_000) < wrongPayloads ? origins + 1 : origin;
      const maxLength = random.below(4) === 0 ? 24 : length;
      const end = at === count - 1 ? '' : ',';
      yield `{"asn":${asn},"prefix":"${textOf(start)}/${length}","maxLength":${maxLength},"ta":"ripe"}${end}\n`;
    }
    yield ']}\n';
  });
}

async function writeLines(path: string, lines: () => Generator<string>): Promise<void> {
  await pipeline(Readable.from(stretches(lines())), createWriteStream(path));
}

function* stretches(lines: Iterable<string>): Generator<string> {
  let gathered = '';
  for (const line of lines) {
    gathered += line;
    if (gathered.length < 65_536) continue;
    yield gathered;
    gathered = '';
  }
  yield gathered;
}

function textOf(start: number): string {
  return wordsText(4, [start]);
}
