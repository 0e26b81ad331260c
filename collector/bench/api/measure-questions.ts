import { PseudoRandom } from '../pseudo-random.ts';
import { type AskedPeriod, apiQuestions } from './api-questions.ts';
import type { CollectorProcess } from './collector-process.ts';

export interface QuestionReport {
  readonly question: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Processor time for one, of the collector and of the engines; ingest's own is in it where that goes on. */
  readonly collectorMs: number;
  readonly enginesMs: number;
}

/** Asks each question that often, one after the other. */
export async function measureQuestions(
  collector: CollectorProcess,
  apiKey: string,
  period: AskedPeriod,
  repetitions: number,
  signal: AbortSignal,
): Promise<QuestionReport[]> {
  const reports: QuestionReport[] = [];
  for (const question of apiQuestions) {
    const random = new PseudoRandom(5);
    const times: number[] = [];
    const before = await collector.processorTime();
    for (let repetition = 0; repetition < repetitions; repetition++) {
      signal.throwIfAborted();
      const url = collector.listening.url + question.path(period, random);
      const start = performance.now();
      const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
      const text = await response.text();
      times.push(performance.now() - start);
      if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
    }
    const after = await collector.processorTime();
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.ceil(times.length * share) - 1]!;
    reports.push({
      question: question.name,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      collectorMs: (after.own - before.own) / repetitions,
      enginesMs: (after.engines - before.engines) / repetitions,
    });
  }
  return reports;
}
