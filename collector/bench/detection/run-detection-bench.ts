import { setImmediate } from 'node:timers/promises';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import type { Sighting } from '../../ports/threats/threats.ts';
import { generatedDomain } from '../generated-domain.ts';
import { PseudoRandom } from '../pseudo-random.ts';
import { type Asked, rowOf } from './asked.ts';
import { cleanSite, type SiteSize } from './clean-site.ts';
import type { MaliciousPattern } from './malicious-pattern.ts';
import { maliciousPatterns } from './malicious-patterns.ts';

/** A function of this type shows stored rows to detectors; each has a memory of its own. */
export type Examine = (rows: Buffer) => readonly Sighting[];

export interface DetectionBench {
  readonly site: SiteSize;
  /** Minutes of clean traffic. */
  readonly minutes: number;
  /** Shares of each pattern's full speed. */
  readonly speeds: readonly number[];
  /** Clients of the site that patterns are hidden in; 0 for none. */
  readonly clientsInNoise: number;
  readonly seed: number;
  readonly createExamine: () => Examine;
  readonly signal: AbortSignal;
  readonly progress: (line: string) => void;
}

/** A found pattern has the time and the queries until a detector reported it; undefined if none did. */
export type Found =
  | { readonly seconds: number; readonly queries: number; readonly types: readonly string[] }
  | undefined;

export interface PatternResult {
  readonly name: string;
  readonly family: string;
  /** One for each speed. */
  readonly alone: readonly Found[];
  /** At full speed within a site's traffic, seen directly and through its resolver; undefined if not tried. */
  readonly direct?: Found;
  readonly resolver?: Found;
}

export interface DetectionBenchResult {
  readonly rows: number;
  /** Of processor time, all threads of the program together. */
  readonly microsecondsPerRow: number;
  /** Different threats above a remark in the clean traffic, by type, and in all remarks. */
  readonly falseAlerts: Readonly<Record<string, number>>;
  readonly remarks: number;
  readonly clientDays: number;
  readonly patterns: readonly PatternResult[];
}

/** A Tuesday, at eight. */
const start = Date.UTC(2026, 2, 10, 8) / 1_000;
const rowsAtOnce = 2_000;
const rowsAtOnceAlone = 10;
const resolver = '10.0.0.2';
/** Seconds between the beginnings of two patterns. */
const slot = 300;
const place = (() => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(1, 0);
  bytes.writeUInt32LE(1, 4);
  return bytes;
})();

/** Runs clean traffic and malicious patterns by detectors, and tells what is raised for either. */
export async function runDetectionBench(bench: DetectionBench): Promise<DetectionBenchResult> {
  bench.progress('clean traffic');
  const clean = await runClean(bench);
  const patterns: PatternResult[] = [];
  for (const pattern of maliciousPatterns) {
    bench.signal.throwIfAborted();
    bench.progress(pattern.name);
    const alone: Found[] = [];
    for (const speed of bench.speeds) {
      alone.push(runAlone(pattern, speed, bench));
      await setImmediate();
    }
    patterns.push({ name: pattern.name, family: pattern.family, alone });
  }
  if (bench.clientsInNoise === 0) return { ...clean, patterns };
  bench.progress('patterns within traffic');
  const direct = await runWithin(bench, (client) => client);
  bench.progress('patterns within traffic, through a resolver');
  const throughResolver = await runWithin(bench, () => resolver);
  return {
    ...clean,
    patterns: patterns.map((result, index) => ({
      ...result,
      direct: direct[index],
      resolver: throughResolver[index],
    })),
  };
}

async function runClean({ site, minutes, seed, createExamine, signal }: DetectionBench) {
  const examine = createExamine();
  const alerts = new Map<string, Set<string>>();
  const remarks = new Set<string>();
  let rows = 0;
  let microseconds = 0;
  let number = 0;
  for (const minute of cleanSite(site, { start, minutes, seed })) {
    signal.throwIfAborted();
    for (let at = 0; at < minute.length; at += rowsAtOnce) {
      const bytes = stored(minute.slice(at, at + rowsAtOnce).map((asked) => rowOf(asked, number++)));
      const before = process.cpuUsage();
      const sightings = examine(bytes);
      const { user, system } = process.cpuUsage(before);
      microseconds += user + system;
      for (const { type, severity, subject } of sightings) {
        if (severity === 'info') remarks.add(`${type} ${subject}`);
        else alerts.set(type, (alerts.get(type) ?? new Set()).add(subject));
      }
    }
    rows += minute.length;
    await setImmediate();
  }
  return {
    rows,
    microsecondsPerRow: rows === 0 ? 0 : microseconds / rows,
    falseAlerts: Object.fromEntries([...alerts].map(([type, subjects]) => [type, subjects.size])),
    remarks: remarks.size,
    clientDays: (site.clients * minutes) / 1_440,
  };
}

function runAlone(pattern: MaliciousPattern, speed: number, { seed, createExamine }: DetectionBench): Found {
  const examine = createExamine();
  if (pattern.needsSite) examine(stored(smallSite().map(rowOf)));
  const questions = questionsOf(pattern, { from: start, client: '10.99.0.9', speed, seed });
  for (let at = 0; at < questions.length; at += rowsAtOnceAlone) {
    const part = questions.slice(at, at + rowsAtOnceAlone);
    const sightings = examine(stored(part.map((asked, index) => rowOf(asked, at + index))));
    const types = sightings
      .filter(({ type, severity }) => counts(pattern, severity) && pattern.types.includes(type))
      .map(({ type }) => type);
    if (types.length > 0)
      return { seconds: part.at(-1)!.at - start, queries: at + part.length, types: [...new Set(types)] };
  }
  return undefined;
}

/** Queries of thirty clients to their resolver in the quarter of an hour before. */
function smallSite(): Asked[] {
  return Array.from({ length: 300 }, (_, n) => ({
    at: start - 900 + n * 3,
    client: `10.5.0.${1 + (n % 30)}`,
    name: `www.${generatedDomain(n % 40)}`,
    answers: ['45.8.8.8'],
  }));
}

function counts({ asRemark }: MaliciousPattern, severity: Sighting['severity']): boolean {
  return severity !== 'info' || asRemark === true;
}

/** All patterns one after the other within one site's traffic, told apart by what their evidence names. */
async function runWithin(bench: DetectionBench, seenAs: (client: string) => string): Promise<Found[]> {
  const { clientsInNoise, seed, createExamine, signal } = bench;
  const examine = createExamine();
  const hidden = maliciousPatterns.map((pattern, index) => {
    const from = start + 600 + index * slot;
    const client = `10.99.${index}.9`;
    const questions = questionsOf(pattern, { from, client, speed: 1, seed: seed + index, mark: 100 + index });
    return {
      pattern,
      from,
      client,
      questions,
      next: 0,
      marks: marksOf(questions).concat(pattern.tells ?? []),
      found: undefined as Found,
    };
  });
  const site = { ...bench.site, clients: clientsInNoise };
  const minutes = Math.ceil((600 + hidden.length * slot) / 60) + 20;
  let number = 0;
  let minuteEnd = start;
  for (const minute of cleanSite(site, { start, minutes, seed: seed + 1 })) {
    signal.throwIfAborted();
    minuteEnd += 60;
    const all = [...minute];
    for (const one of hidden) {
      while (one.next < one.questions.length && one.questions[one.next]!.at < minuteEnd)
        all.push(one.questions[one.next++]!);
    }
    all.sort((a, b) => a.at - b.at);
    for (let at = 0; at < all.length; at += rowsAtOnce) {
      const part = all.slice(at, at + rowsAtOnce);
      // What goes to another machine than the resolver is not seen as the resolver's.
      const rows = part.map((asked) =>
        rowOf(
          asked.change?.serverAddress === undefined ? { ...asked, client: seenAs(asked.client) } : asked,
          number++,
        ),
      );
      for (const sighting of examine(stored(rows))) {
        const evidence = JSON.stringify(sighting.evidence ?? {});
        for (const one of hidden) {
          if (one.found !== undefined || !one.pattern.types.includes(sighting.type)) continue;
          if (!counts(one.pattern, sighting.severity)) continue;
          if (one.from > part.at(-1)!.at) continue;
          const isIts =
            sighting.clientAddress === one.client || one.marks.some((mark) => evidence.includes(mark));
          if (!isIts) continue;
          one.found = {
            seconds: Math.max(0, sighting.observedAt.getTime() / 1_000 - one.from),
            queries: one.next,
            types: [sighting.type],
          };
        }
      }
    }
    await setImmediate();
  }
  return hidden.map(({ found }) => found);
}

/** The same below a domain of the pattern's own, if several use one. */
function marked<Question extends Pick<Asked, 'name' | 'deniedBy'>>(asked: Question, mark: number): Question {
  const own = (text: string) => text.replace(/\.net$/, `${mark}.net`);
  return {
    ...asked,
    name: own(asked.name),
    ...(asked.deniedBy !== undefined && { deniedBy: own(asked.deniedBy) }),
  };
}

/** Names by which evidence shows that it is about a pattern: nobody else asks for them. */
function marksOf(questions: readonly Asked[]): string[] {
  return [...new Set(questions.map(({ name }) => name.split('.').slice(-2).join('.')))].slice(0, 100);
}

function questionsOf(
  { family, perMinute, count, question, keepsNames }: MaliciousPattern,
  {
    from,
    client,
    speed,
    seed,
    mark,
  }: { from: number; client: string; speed: number; seed: number; mark?: number },
): Asked[] {
  const random = new PseudoRandom(seed);
  const between = 60 / (perMinute * speed);
  return Array.from({ length: count }, (_, n) => {
    const asked = question(random, n);
    const own = mark === undefined || family === 'generator' || keepsNames ? asked : marked(asked, mark);
    return { at: from + n * between, client, ...own };
  });
}

function stored(rows: readonly ReturnType<typeof rowOf>[]): Buffer {
  return Buffer.concat(rows.flatMap((row) => [place, encodeRow(row)]));
}
