import { quantile } from '@sonde/shared/bench/quantile.ts';
import type { FleetCost } from './fleet-collectors.ts';
import type { Try } from './simulated-agent.ts';

/** A phase report states what the agents' requests of one phase came to, and what they cost the collector. */
export interface PhaseReport extends FleetCost {
  readonly phase: string;
  readonly seconds: number;
  readonly requests: number;
  readonly accepted: number;
  /** Batches that came again since an answer was lost; stored once. */
  readonly duplicates: number;
  readonly busy: number;
  readonly failed: number;
  readonly refused: number;
  /** How often each status with its code, and each error of a connection. */
  readonly why: Readonly<Record<string, number>>;
  /** Requests that began in a second, on average and at the most. */
  readonly per_second_mean: number;
  readonly per_second_peak: number;
  /** Milliseconds until batches were accepted; null if none was. */
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly p99_ms: number | null;
}

/** Sums up the tries that began in a phase, whose beginning and end are those of the clock that only moves forward. */
export function phaseReport(
  phase: string,
  { begunAt, endedAt }: { begunAt: number; endedAt: number },
  all: readonly Try[],
  cost: FleetCost,
): PhaseReport {
  const tries = all.filter(
    (each) => each.from === 'agent' && each.begunAt >= begunAt && each.begunAt < endedAt,
  );
  const count = (outcome: Try['outcome']): number => tries.filter((each) => each.outcome === outcome).length;
  const why: Record<string, number> = {};
  for (const each of tries) if (each.why !== '') why[each.why] = (why[each.why] ?? 0) + 1;
  const perSecond = new Map<number, number>();
  for (const each of tries) {
    const second = Math.floor((each.begunAt - begunAt) / 1_000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  }
  const times = tries.filter(({ outcome }) => outcome === 'accepted').map(({ milliseconds }) => milliseconds);
  const at = (share: number): number | null => (times.length === 0 ? null : quantile(times, share));
  const seconds = (endedAt - begunAt) / 1_000;
  return {
    phase,
    seconds,
    requests: tries.length,
    accepted: count('accepted'),
    duplicates: count('duplicate'),
    busy: count('busy'),
    failed: count('failed'),
    refused: count('refused'),
    why,
    per_second_mean: tries.length / seconds,
    per_second_peak: Math.max(0, ...perSecond.values()),
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    ...cost,
  };
}
