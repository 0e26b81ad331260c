import { detect } from '@sonde/scanner/checks/tech/engine/detect.ts';
import { operatorRules } from '@sonde/scanner/checks/tech/engine/operator-signs.ts';
import { signsOfFile } from '@sonde/scanner/checks/tech/engine/own-signs.ts';
import { createRuleSet } from '@sonde/scanner/checks/tech/engine/rule-set.ts';
import { ruleFiles } from '@sonde/scanner/checks/tech/rules/index.ts';
import { readPage } from '@sonde/scanner/protocols/web/read-page.ts';
import { quantile } from '@sonde/shared/bench/quantile.ts';
import { makeSite } from './make-page.ts';
import { makeRules } from './make-rules.ts';

export interface TechnologyBenchOptions {
  /** Of the operator's kind, beside our own. */
  readonly patterns: number;
  /** Octets of the page. */
  readonly octets: number;
  readonly rounds: number;
}

/** Milliseconds of processor time. */
export interface TechnologyBenchTimes {
  readonly first: number;
  readonly p50: number;
  readonly p95: number;
}

export interface TechnologyBenchReport {
  readonly patterns: number;
  readonly refused: number;
  readonly ownSigns: number;
  readonly octets: number;
  readonly found: number;
  /** Milliseconds of processor time until the rules were ready. */
  readonly rulesReady: number;
  /** The page looked at wholly: parsed, searched and judged. */
  readonly detect: TechnologyBenchTimes;
  /** What of it is the parsing of the page. */
  readonly parse: TechnologyBenchTimes;
  /** MiB of the heap that the rules take. */
  readonly heap: number;
}

/** Measures what one page costs, by the processor time of the thread that reads it. */
export function runTechnologyBench({
  patterns,
  octets,
  rounds,
}: TechnologyBenchOptions): TechnologyBenchReport {
  const heapBefore = process.memoryUsage().heapUsed;
  const began = processorTime();
  const made = makeRules(patterns);
  const operator = operatorRules([made.document]);
  const own = ruleFiles.flatMap(signsOfFile);
  const rules = createRuleSet([own, operator.signs]);
  const rulesReady = processorTime() - began;
  const heap = (process.memoryUsage().heapUsed - heapBefore) / 1_048_576;
  const site = makeSite(octets);
  let found = 0;
  const detectTimes = timesOf(rounds, () => {
    found = detect(site, rules).technologies.length;
  });
  const parseTimes = timesOf(rounds, () => void readPage(site.html));
  return {
    patterns: operator.signs.length,
    refused: operator.problems.length,
    ownSigns: own.length,
    octets: Buffer.byteLength(site.html),
    found,
    rulesReady,
    detect: detectTimes,
    parse: parseTimes,
    heap,
  };
}

function timesOf(rounds: number, work: () => void): TechnologyBenchTimes {
  const times = Array.from({ length: rounds }, () => {
    const before = processorTime();
    work();
    return processorTime() - before;
  });
  // Code that has not run yet is slow: warm is what a collector is after some pages.
  const warm = times.slice(Math.floor(rounds / 3));
  return { first: times[0]!, p50: quantile(warm, 0.5), p95: quantile(warm, 0.95) };
}

/** Of this thread, in milliseconds: other programs on the machine do not count. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
