import type {
  BulkItem,
  BulkItemStatus,
  BulkJob,
  BulkJobStore,
  BulkOutcome,
  BulkTask,
  NewBulkJob,
} from '../../../../collector/ports/scans/bulk-jobs.ts';
import type { Page } from '../../../../collector/ports/system/page.ts';

interface Task {
  readonly domain: string;
  holder: string | undefined;
  attempts: number;
  item: BulkItem | undefined;
}

interface Job {
  readonly submitted: NewBulkJob;
  readonly createdAt: Date;
  readonly tasks: Task[];
  startedAt: Date | null;
  finishedAt: Date | null;
  cancelled: boolean;
}

/** Bulk jobs in memory: as the port has them, but leases never end. */
export class FakeBulkJobs implements BulkJobStore {
  readonly #jobs = new Map<string, Job>();

  async submit(job: NewBulkJob, mostUnfinished: number): Promise<BulkJob | undefined> {
    if (this.#of(job.accountId).filter(({ finishedAt }) => finishedAt === null).length >= mostUnfinished) {
      return undefined;
    }
    const tasks = job.domains.map((domain) => ({ domain, holder: undefined, attempts: 0, item: undefined }));
    const kept = {
      submitted: job,
      createdAt: new Date(),
      tasks,
      startedAt: null,
      finishedAt: null,
      cancelled: false,
    };
    this.#jobs.set(job.id, kept);
    return toJob(kept);
  }

  async find(accountId: number, jobId: string): Promise<BulkJob | undefined> {
    const job = this.#jobs.get(jobId);
    return job?.submitted.accountId === accountId ? toJob(job) : undefined;
  }

  async list(accountId: number, { limit, offset }: Page) {
    const jobs = this.#of(accountId).map(toJob).reverse();
    return { count: jobs.length, jobs: jobs.slice(offset, offset + limit) };
  }

  async cancel(accountId: number, jobId: string): Promise<boolean> {
    const job = this.#jobs.get(jobId);
    if (job?.submitted.accountId !== accountId || job.finishedAt !== null) return false;
    job.cancelled = true;
    job.finishedAt = new Date();
    return true;
  }

  async results(jobId: string, { limit, offset, status }: Page & { status?: BulkItemStatus }) {
    const items = (this.#jobs.get(jobId)?.tasks ?? []).flatMap(({ item }) => item ?? []);
    return items
      .filter((item) => status === undefined || item.status === status)
      .slice(offset, offset + limit);
  }

  async claim(holder: string, limit: number): Promise<BulkTask[]> {
    const claimed: BulkTask[] = [];
    for (const job of this.#jobs.values()) {
      if (job.finishedAt !== null) continue;
      for (const [position, task] of job.tasks.entries()) {
        if (claimed.length >= limit || task.item !== undefined || task.holder !== undefined) continue;
        task.holder = holder;
        job.startedAt ??= new Date();
        const { id: jobId, options } = job.submitted;
        claimed.push({ jobId, position, domain: task.domain, options, attempt: ++task.attempts });
      }
    }
    return claimed;
  }

  async finish(holder: string, outcomes: readonly BulkOutcome[]): Promise<void> {
    const finishedAt = new Date();
    for (const { jobId, position, scan, error } of outcomes) {
      const job = this.#jobs.get(jobId);
      const task = job?.tasks[position];
      if (job === undefined || task?.holder !== holder || task.item !== undefined) continue;
      const status = error === null ? 'completed' : 'failed';
      task.item = { position, domain: task.domain, status, scan, error, finishedAt };
      if (job.tasks.every(({ item }) => item !== undefined)) job.finishedAt ??= finishedAt;
    }
  }

  async extend(): Promise<void> {}

  async release(holder: string): Promise<void> {
    for (const { tasks } of this.#jobs.values()) {
      for (const task of tasks) {
        if (task.holder !== holder || task.item !== undefined) continue;
        task.holder = undefined;
        task.attempts--;
      }
    }
  }

  async forgetBefore(time: Date): Promise<number> {
    const old = [...this.#jobs].filter(([, { finishedAt }]) => finishedAt !== null && finishedAt < time);
    for (const [id] of old) this.#jobs.delete(id);
    return old.length;
  }

  #of(accountId: number): Job[] {
    return [...this.#jobs.values()].filter(({ submitted }) => submitted.accountId === accountId);
  }
}

function toJob(job: Job): BulkJob {
  const items = job.tasks.flatMap(({ item }) => item ?? []);
  const ended = job.finishedAt === null ? (job.startedAt === null ? 'queued' : 'running') : 'completed';
  return {
    id: job.submitted.id,
    status: job.cancelled ? 'cancelled' : ended,
    options: job.submitted.options,
    total: job.tasks.length,
    completed: items.filter(({ status }) => status === 'completed').length,
    failed: items.filter(({ status }) => status === 'failed').length,
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
  };
}
