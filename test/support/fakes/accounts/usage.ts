import type { UsageStore } from '../../../../collector/ports/accounts/usage.ts';

/** Usage in memory, with the behaviour that the port promises. */
export class FakeUsage implements UsageStore {
  readonly #counts = new Map<string, number>();
  /** Thrown instead of an answer. */
  failure: Error | undefined;
  writes = 0;

  async add(period: string, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    this.writes++;
    await Promise.resolve();
    if (this.failure !== undefined) throw this.failure;
    for (const [subject, count] of counts) {
      const key = `${period} ${subject}`;
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
    }
    return this.read(period, [...counts.keys()]);
  }

  async read(period: string, subjects: readonly string[]): Promise<Map<string, number>> {
    const entries = subjects.map(
      (subject) => [subject, this.#counts.get(`${period} ${subject}`) ?? 0] as const,
    );
    return new Map(entries.filter(([, count]) => count > 0));
  }

  async history(subject: string, from: string, to: string) {
    return [...this.#counts]
      .map(([key, count]) => ({ period: key.split(' ')[0]!, subject: key.split(' ')[1]!, count }))
      .filter((entry) => entry.subject === subject && entry.period >= from && entry.period <= to)
      .map(({ period, count }) => ({ period, count }))
      .sort((a, b) => (a.period < b.period ? -1 : 1));
  }

  async forgetBefore(period: string): Promise<number> {
    const old = [...this.#counts.keys()].filter((key) => key.split(' ')[0]! < period);
    for (const key of old) this.#counts.delete(key);
    return old.length;
  }
}
