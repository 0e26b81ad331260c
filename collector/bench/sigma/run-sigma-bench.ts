import { quantile } from '@sonde/shared/bench/quantile.ts';
import { TrafficGenerator } from '../generate-traffic.ts';

/** Examines the rows of a batch, and says how many sightings there were. */
type Examine = (rows: Buffer) => number;

export interface SigmaBenchOptions {
  readonly counts: readonly number[];
  readonly batches: number;
  readonly batchRows: number;
  /** Makes what examines rows with so many rules. */
  readonly createExamine: (rules: number) => Promise<Examine>;
}

/** The cost of so many rules beside all other detectors. */
export interface SigmaBenchResult {
  readonly rules: number;
  /** Milliseconds of processor time until they were ready. */
  readonly ready: number;
  /** Microseconds of processor time a row: the median of the batches. */
  readonly microseconds: number;
  /** Of those without any rule. */
  readonly ratio: number;
  readonly sightings: number;
}

/** Measures what a row costs with different numbers of rules, on the same rows, by turns, in processor time of this thread. */
export async function runSigmaBench(options: SigmaBenchOptions): Promise<SigmaBenchResult[]> {
  const { counts, batches, batchRows, createExamine } = options;
  const runs: { rules: number; ready: number; examine: Examine; times: number[]; sightings: number }[] = [];
  for (const rules of counts) {
    const before = processorTime();
    const examine = await createExamine(rules);
    runs.push({ rules, ready: (processorTime() - before) / 1_000, examine, times: [], sightings: 0 });
  }
  const shape = { seed: 1, questions: 200_000, clients: 2_000, locations: [1] };
  const generator = new TrafficGenerator(shape);
  const begin = Date.UTC(2026, 2, 14, 9);
  for (let batch = 0; batch < batches; batch++) {
    const rows = generator.rows(batchRows, begin + batch * 10_000, begin + (batch + 1) * 10_000);
    // Whoever comes first finds colder caches: that is somebody else each time.
    for (let place = 0; place < runs.length; place++) {
      const run = runs[(place + batch) % runs.length]!;
      const before = processorTime();
      run.sightings += run.examine(rows);
      run.times.push((processorTime() - before) / batchRows);
    }
  }
  const medians = runs.map(({ times }) => quantile(times.slice(Math.floor(batches / 3)), 0.5));
  return runs.map(({ rules, ready, sightings }, index) => ({
    rules,
    ready,
    microseconds: medians[index]!,
    ratio: medians[index]! / medians[0]!,
    sightings,
  }));
}

/** Of this thread, in microseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
