import { quantile } from '@sonde/shared/bench/quantile.ts';
import { PseudoRandom } from '../pseudo-random.ts';
import { type AskedPeriod, apiQuestions } from './api-questions.ts';
import type { CollectorProcess } from './collector-process.ts';

export interface QuestionReport {
  readonly question: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Processor time for one, of the collector and of the engines; ingest's own is in it if that goes on. */
  readonly collectorMs: number;
  readonly enginesMs: number;
}

/** A question is asked this often before the next one's turn: the time of the processors is told in steps of 10 ms. */
const turn = 5;

/**
 * Asks each question that often, one after the other. They take turns, so that what else happens on the machine for some
 * seconds is no matter of one of them alone. `seed` chooses the names, clients and times that are asked for.
 */
export async function measureQuestions(
  collector: CollectorProcess,
  apiKey: string,
  period: AskedPeriod,
  { repetitions, seed }: { readonly repetitions: number; readonly seed: number },
  signal: AbortSignal,
): Promise<QuestionReport[]> {
  const asked = apiQuestions.map((question) => ({
    question,
    random: new PseudoRandom(seed),
    times: [] as number[],
    collectorMs: 0,
    enginesMs: 0,
  }));
  for (let given = 0; given < repetitions; given += turn) {
    for (const each of asked) {
      const before = collector.processorTime();
      for (let index = given; index < Math.min(given + turn, repetitions); index++) {
        signal.throwIfAborted();
        each.times.push(
          await timeOf(collector.listening.url + each.question.path(period, each.random), apiKey),
        );
      }
      const after = collector.processorTime();
      each.collectorMs += after.own - before.own;
      each.enginesMs += after.engines - before.engines;
    }
  }
  return asked.map(({ question, times, collectorMs, enginesMs }) => {
    return {
      question: question.name,
      p50Ms: quantile(times, 0.5),
      p95Ms: quantile(times, 0.95),
      collectorMs: collectorMs / repetitions,
      enginesMs: enginesMs / repetitions,
    };
  });
}

/** Milliseconds from the request to the last byte of its answer. */
async function timeOf(url: string, apiKey: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
  const text = await response.text();
  const milliseconds = performance.now() - start;
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return milliseconds;
}
