import type { NamedCount, TrafficScope, TrafficStore } from '../../../../collector/ports/traffic/traffic.ts';
import type { CodeFailures } from '../../../../collector/ports/traffic/traffic-failures.ts';
import type { OverviewShape, TrafficOverview } from '../../../../collector/ports/traffic/traffic-overview.ts';

/** One observed query, as far as statistics care. */
export interface FakeObservation {
  readonly at: Date;
  readonly locationId: number;
  readonly agentId: number;
  readonly clientAddress: string;
  readonly name: string;
  readonly type: number;
  readonly responseCode: number;
  readonly transport: string;
  readonly latencyMs: number | null;
}

/** Traffic in memory, counted anew for each question. */
export class FakeTraffic implements TrafficStore {
  readonly observations: FakeObservation[] = [];

  async overview(scope: TrafficScope, shape: OverviewShape): Promise<TrafficOverview> {
    const totals = this.#totals(scope);
    return {
      totals,
      sizes: { queryBytes: 40 * totals.queries, responseBytes: 100 * totals.answered },
      series: this.#series(scope, shape.bucketSeconds),
      latencySeries: [{ at: scope.from, latencyMs: totals.latencyMs }],
      topNames: this.#count(scope, (row) => row.name).slice(0, shape.top),
      topClients: this.#count(scope, (row) => row.clientAddress).slice(0, shape.top),
      types: this.#count(scope, (row) => row.type),
      responseCodes: this.#count(scope, (row) => row.responseCode),
      transports: this.#count(scope, (row) => row.transport),
      locations: this.#count(scope, (row) => row.locationId),
      agents: this.#count(scope, (row) => row.agentId),
    };
  }

  /** Every name is taken for one below a suffix of one label. */
  async topDomains(scope: TrafficScope, limit: number): Promise<NamedCount<string>[]> {
    return this.#count(scope, domainOf).slice(0, limit);
  }

  async topFailures(scope: TrafficScope, limit: number): Promise<CodeFailures[]> {
    const codes = this.#count(scope, (row) => row.responseCode).filter(({ name }) => name !== 0);
    return codes.map(({ name: responseCode, count }) => {
      const isOf = (row: FakeObservation): boolean => row.responseCode === responseCode;
      const names = this.#count(scope, (row) => row.name, isOf);
      const topDomains = this.#count(scope, domainOf, isOf).slice(0, limit);
      return { responseCode, count, uniqueNames: names.length, topNames: names.slice(0, limit), topDomains };
    });
  }

  #totals(scope: TrafficScope) {
    const rows = this.#within(scope);
    const latencies = rows.flatMap(({ latencyMs }) => latencyMs ?? []).sort((a, b) => a - b);
    const quantile = (share: number) =>
      latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))]!;
    const times = rows.map(({ at }) => at.getTime());
    return {
      queries: rows.length,
      answered: latencies.length,
      unanswered: rows.length - latencies.length,
      orphans: 0,
      uniqueClients: new Set(rows.map((row) => row.clientAddress)).size,
      uniqueNames: new Set(rows.map((row) => row.name)).size,
      latencyMs:
        latencies.length === 0 ? null : { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
      firstSeenAt: times.length === 0 ? null : new Date(Math.min(...times)),
      lastSeenAt: times.length === 0 ? null : new Date(Math.max(...times)),
    };
  }

  #series(scope: TrafficScope, bucketSeconds: number) {
    const step = bucketSeconds * 1_000;
    const rows = this.#within(scope);
    const points = [];
    for (let at = Math.floor(scope.from.getTime() / step) * step; at < scope.to.getTime(); at += step) {
      const inside = rows.filter((row) => row.at.getTime() >= at && row.at.getTime() < at + step);
      const failures = inside.filter((row) => row.responseCode !== 0).length;
      points.push({ at: new Date(at), queries: inside.length, failures });
    }
    return points;
  }

  #within(scope: TrafficScope): FakeObservation[] {
    return this.observations.filter(
      ({ at, locationId }) => scope.locationIds.includes(locationId) && at >= scope.from && at < scope.to,
    );
  }

  #count<Name>(
    scope: TrafficScope,
    nameOf: (row: FakeObservation) => Name,
    isCounted: (row: FakeObservation) => boolean = () => true,
  ): NamedCount<Name>[] {
    const counts = new Map<Name, number>();
    for (const row of this.#within(scope).filter(isCounted))
      counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
    return Array.from(counts, ([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
  }
}

function domainOf({ name }: FakeObservation): string {
  return name.split('.').slice(-2).join('.');
}
