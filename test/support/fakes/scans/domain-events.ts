import type {
  DomainEvent,
  DomainEventStore,
  NewDomainEvent,
} from '../../../../collector/ports/scans/domain-events.ts';

/** What was told of domains, in memory. */
export class FakeDomainEvents implements DomainEventStore {
  readonly #alerts = new Map<string, number>();
  #events: DomainEvent[] = [];

  async record(events: readonly NewDomainEvent[]): Promise<void> {
    for (const event of events) this.#events.push({ ...event, id: this.#events.length + 1 });
  }

  async list(domain: string, since: Date, limit: number): Promise<DomainEvent[]> {
    return this.#events
      .filter((event) => event.domain === domain && event.at >= since)
      .toSorted((a, b) => +b.at - +a.at || b.id - a.id)
      .slice(0, limit);
  }

  async forgetBefore(time: Date): Promise<number> {
    const before = this.#events.length;
    this.#events = this.#events.filter(({ at }) => at >= time);
    return before - this.#events.length;
  }

  async noteExpiryAlert(domain: string, place: string, identity: string, days: number): Promise<boolean> {
    const key = JSON.stringify([domain, place, identity]);
    if ((this.#alerts.get(key) ?? Number.POSITIVE_INFINITY) <= days) return false;
    this.#alerts.set(key, days);
    return true;
  }
}
