import { zstdDecompressSync } from 'node:zlib';
import { compressBody } from '@sonde/shared/batch/body.ts';
import type { Row } from '@sonde/shared/batch/row.ts';
import { presentForm } from '@sonde/shared/batch/row-layout.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { BatchRows } from '../../../collector/domain/detection/batch-rows.ts';
import { createRowDetectors } from '../../../collector/domain/detection/create-detectors.ts';
import type { Detector } from '../../../collector/domain/detection/detector.ts';
import { SeededRandom } from '../../../collector/domain/detection/dga/training/seeded-random.ts';
import { wordLists } from '../../../collector/domain/detection/dga/training/word-lists.ts';
import { createIndicatorDetector } from '../../../collector/domain/detection/indicator-detector.ts';
import { IndicatorMatcher } from '../../../collector/domain/detection/indicator-matcher.ts';
import { defaultSettings } from '../../../collector/domain/detection/settings.ts';
import { createTrafficDetector } from '../../../collector/domain/detection/traffic-detector.ts';
import { SegmentBuilder } from '../../../collector/domain/intelligence/threat-intel/index/segment-builder.ts';
import { storedRows } from '../../../collector/domain/traffic/ingest/stored-rows.ts';
import { asked } from './traffic.ts';

const { nouns, adjectives, trade } = wordLists;

export interface Matching {
  readonly indicators: number;
  readonly bytesPerIndicator: number;
  readonly buildSeconds: number;
  readonly lookupsPerSecond: number;
  /** Microseconds a row: taking an upload apart and checking it. */
  readonly acceptMicroseconds: number;
  /** Walking over the rows and telling names apart, which all detectors share; matching without that walk. */
  readonly walkMicroseconds: number;
  readonly matchMicroseconds: number;
  readonly detectMicroseconds: number;
}

/** Builds an index of that many indicators and runs rows past it; the least of several runs counts. */
export async function measureMatching(indicators: number, rows: number, runs = 5): Promise<Matching> {
  const random = new SeededRandom(51);
  const matcher = new IndicatorMatcher();
  const started = performance.now();
  await matcher.install(segmentOf(indicators, random));
  const buildSeconds = (performance.now() - started) / 1_000;
  const body = Buffer.concat(ordinaryTraffic(rows, random).map(encodeRow));
  const packed = await compressBody(body);
  const options = {
    form: presentForm,
    locationId: 1,
    agentId: 1,
    earliest: 0,
    latest: Number.MAX_SAFE_INTEGER,
  };
  const stored = await storedRows(body, options);
  const accept = await least(runs, async () => {
    await storedRows(zstdDecompressSync(packed), options);
  });
  const examine = (detector: Detector) =>
    least(runs, async () => void detector.examine(new BatchRows(stored.bytes)));
  const walk = await least(runs, async () => {
    const batch = new BatchRows(stored.bytes);
    while (batch.next());
  });
  const walked = new BatchRows(stored.bytes);
  while (walked.next());
  const detector = createIndicatorDetector(matcher);
  const match = await least(runs, async () => {
    walked.rewind();
    detector.examine(walked);
  });
  const detect = await examine(
    createTrafficDetector(createRowDetectors(), {
      settingsOf: () => defaultSettings,
      onFailure: () => undefined,
    }),
  );
  return {
    indicators: matcher.size,
    bytesPerIndicator: matcher.bytes / matcher.size,
    buildSeconds,
    lookupsPerSecond: lookups(matcher, random),
    acceptMicroseconds: (accept * 1_000) / rows,
    walkMicroseconds: (walk * 1_000) / rows,
    matchMicroseconds: (match * 1_000) / rows,
    detectMicroseconds: (detect * 1_000) / rows,
  };
}

/** That many made-up indicators of several kinds. */
export function segmentOf(count: number, random: SeededRandom) {
  const builder = new SegmentBuilder('measured');
  const shared = { threatType: 'malware', severity: 'high', source: 'measured', description: null } as const;
  for (let row = 1; builder.count < count; row++) {
    const word = `${random.of(adjectives)}${random.of(nouns)}${random.text('abcdefghij0123', 5)}`;
    const address = `${random.between(1, 223)}.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;
    const kind = row % 10;
    const name =
      kind === 0
        ? address
        : kind === 1
          ? `${word}.com/${random.text('abcdef', 8)}`
          : `${word}.${random.of(trade)}.com`;
    builder.add({ ...shared, name, row, expiresAt: 2_000_000_000 });
  }
  return builder.build();
}

/** Answered queries for made-up names, each some four times, with two addresses each. */
export function ordinaryTraffic(rows: number, random: SeededRandom): Row[] {
  const names = Array.from(
    { length: Math.ceil(rows / 4) },
    () =>
      `${random.of(['www', 'api', 'cdn', 'mail', 'static-7'])}.${random.of(adjectives)}${random.of(nouns)}${random.between(1, 99)}.${random.of(['com', 'net', 'org', 'co.uk', 'de'])}`,
  );
  return Array.from({ length: rows }, (_, n) =>
    asked({
      at: n / 1_000,
      name: random.of(names),
      client: `192.0.2.${random.between(1, 250)}`,
      answers: [1, 2].map(
        () => `${random.between(1, 223)}.${random.between(0, 255)}.1.${random.between(1, 254)}`,
      ),
    }),
  );
}

function lookups(matcher: IndicatorMatcher, random: SeededRandom): number {
  const names = Array.from({ length: 20_000 }, () =>
    Buffer.from(
      `www.${random.of(adjectives)}${random.of(nouns)}${random.text('abcdefghij0123', 5)}.${random.of(trade)}.com`,
    ),
  );
  let found = 0;
  const started = performance.now();
  for (let round = 0; round < 10; round++)
    for (const name of names) if (matcher.findName(name, 0, name.length, 1) !== -1) found++;
  return (names.length * 10) / ((performance.now() - started) / 1_000) + found * 0;
}

/** Milliseconds of the fastest of several runs. */
async function least(runs: number, action: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await action();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
