/**
 * A job is work that the collector does by itself, again and again. One file declares a job, or the jobs of one thing.
 */
export interface Job<Ports> {
  /** The name as in metrics and logs, in kebab case. */
  readonly name: string;
  /** The purpose of the job, for the documentation. */
  readonly summary: string;
  /** From the end of one run to the start of the next. */
  readonly everySeconds: number;
  /** To the start of the first run, if it is sooner than that. */
  readonly firstSeconds?: number;
  /** Whether the collector waits for a first run before it calls itself ready. */
  readonly beforeReady?: boolean;
  readonly run: (ports: Ports, signal: AbortSignal) => Promise<void>;
}

export function defineJob<Ports>(job: Job<Ports>): Job<Ports> {
  return job;
}
