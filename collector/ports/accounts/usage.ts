/**
 * The usage store counts how much each caller used, shared by all collectors. A period is a UTC day (`2026-01-31`) or
 * month (`2026-01`); a subject is whoever is counted: an account, an address, an address's network.
 */
export interface UsageStore {
  /**
   * Adds many counts at once, so that a request costs no write, and returns what each of the subjects has used by all
   * collectors then.
   */
  add(period: string, counts: ReadonlyMap<string, number>): Promise<Map<string, number>>;
  /** Subjects that used nothing are left out. */
  read(period: string, subjects: readonly string[]): Promise<Map<string, number>>;
  /** One subject's counts over periods of one kind, oldest first: from <= period <= to. */
  history(subject: string, from: string, to: string): Promise<{ period: string; count: number }[]>;
  /** Forgets periods before this one; returns how many counts that were. */
  forgetBefore(period: string): Promise<number>;
}
