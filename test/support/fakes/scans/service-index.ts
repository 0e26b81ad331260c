import type {
  IndexedService,
  SeenService,
  ServiceIndex,
  ServiceKind,
  ServiceQuestion,
} from '../../../../collector/ports/scans/service-index.ts';

/** The index in memory: what a domain has now. */
export class FakeServiceIndex implements ServiceIndex {
  readonly #seen: SeenService[] = [];

  async record(domain: string, at: Date, services: readonly IndexedService[]) {
    for (const service of services)
      this.#seen.push({ ...service, domain, firstSeenAt: at, lastSeenAt: at, goneAt: null });
    return [];
  }

  async find({ domain, limit, offset }: ServiceQuestion) {
    const found = this.#seen.filter((one) => domain === undefined || one.domain === domain);
    return { count: found.length, services: found.slice(offset, offset + limit) };
  }

  async providers(): Promise<{ provider: string; category: string; kind: ServiceKind; domains: number }[]> {
    return [];
  }
}
