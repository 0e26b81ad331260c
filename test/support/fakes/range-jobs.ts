import type {
  FoundAddress,
  NewRangeJob,
  RangeChunk,
  RangeJob,
  RangeJobStore,
} from '../../../collector/ports/addresses/range-jobs.ts';
import type { Page } from '../../../collector/ports/system/page.ts';

interface Kept {
  readonly submitted: NewRangeJob;
  readonly chunks: { done: number; holder: string | undefined }[];
  readonly found: FoundAddress[];
  readonly createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  cancelled: boolean;
}

/** Jobs of ranges in memory, with the behaviour that the port promises, but leases that never end. */
export class FakeRangeJobs implements RangeJobStore {
  readonly #jobs = new Map<string, Kept>();

  async submit(job: NewRangeJob, mostUnfinished: number) {
    if (this.#of(job.accountId).filter(({ finishedAt }) => finishedAt === null).length >= mostUnfinished)
      return undefined;
    const chunks = job.chunks.map(() => ({ done: 0, holder: undefined }));
    const begun = { startedAt: null, finishedAt: null, cancelled: false, createdAt: new Date() };
    const kept: Kept = { submitted: job, chunks, found: [], ...begun };
    this.#jobs.set(job.id, kept);
    return toJob(kept);
  }

  async find(accountId: number, jobId: string) {
    const job = this.#jobs.get(jobId);
    return job?.submitted.accountId === accountId ? toJob(job) : undefined;
  }

  async list(accountId: number, { limit, offset }: Page) {
    const jobs = this.#of(accountId).map(toJob).reverse();
    return { count: jobs.length, jobs: jobs.slice(offset, offset + limit) };
  }

  async cancel(accountId: number, jobId: string) {
    const job = this.#jobs.get(jobId);
    if (job?.submitted.accountId !== accountId || job.finishedAt !== null) return false;
    job.cancelled = true;
    job.finishedAt = new Date();
    return true;
  }

  async claim(holder: string): Promise<RangeChunk | undefined> {
    for (const job of this.#jobs.values()) {
      if (job.finishedAt !== null) continue;
      for (const [position, chunk] of job.chunks.entries()) {
        const given = job.submitted.chunks[position]!;
        if (chunk.done >= given.size || chunk.holder !== undefined) continue;
        chunk.holder = holder;
        job.startedAt ??= new Date();
        const { id: jobId, lists } = job.submitted;
        return { jobId, position, ...given, done: chunk.done, lists };
      }
    }
    return undefined;
  }

  async advance(holder: string, at: RangeChunk, done: number, found: readonly FoundAddress[]) {
    const job = this.#jobs.get(at.jobId)!;
    const chunk = job.chunks[at.position]!;
    if (job.finishedAt !== null || chunk.holder !== holder || chunk.done !== at.done) return false;
    chunk.done = done;
    if (done >= at.size) chunk.holder = undefined;
    job.found.push(...found);
    if (toJob(job).looked === toJob(job).total) job.finishedAt = new Date();
    return true;
  }

  async release(holder: string) {
    for (const { chunks } of this.#jobs.values())
      for (const chunk of chunks) if (chunk.holder === holder) chunk.holder = undefined;
  }

  async results(jobId: string, { limit, offset }: Page) {
    const found = this.#jobs.get(jobId)?.found ?? [];
    return { count: found.length, results: found.slice(offset, offset + limit) };
  }

  async forgetBefore() {
    return 0;
  }

  #of(accountId: number): Kept[] {
    return [...this.#jobs.values()].filter(({ submitted }) => submitted.accountId === accountId);
  }
}

function toJob({ submitted, chunks, found, createdAt, startedAt, finishedAt, cancelled }: Kept): RangeJob {
  const { id, cidr, lists } = submitted;
  return {
    id,
    cidr,
    lists,
    status: cancelled
      ? 'cancelled'
      : finishedAt !== null
        ? 'completed'
        : startedAt === null
          ? 'queued'
          : 'running',
    total: submitted.chunks.reduce((sum, { size }) => sum + size, 0),
    looked: chunks.reduce((sum, { done }) => sum + done, 0),
    named: found.filter(({ names }) => names.length > 0).length,
    listed: found.filter(({ listedIn }) => listedIn.length > 0).length,
    createdAt,
    startedAt,
    finishedAt,
  };
}
