import type {
  ResolverCount,
  ResolverReports,
} from '../../../../collector/ports/resolvers/resolver-reports.ts';
import type { Sighting, Threat } from '../../../../collector/ports/threats/threats.ts';
import type { FakeThreats } from '../threats/threats.ts';

/** What resolvers report, in memory, with the behaviour that the port promises. */
export class FakeResolverReports implements ResolverReports {
  readonly #batches = new Set<string>();
  #counts: (ResolverCount & { readonly resolverId: number })[] = [];
  readonly #threats: FakeThreats;

  constructor(threats: FakeThreats) {
    this.#threats = threats;
  }

  async addCounts(resolverId: number, batchId: string, counts: readonly ResolverCount[]): Promise<boolean> {
    if (!this.#claim(resolverId, batchId)) return false;
    this.#counts.push(...counts.map((count) => ({ ...count, resolverId })));
    return true;
  }

  async addAlerts(
    resolverId: number,
    batchId: string,
    sightings: () => readonly Sighting[],
  ): Promise<Threat[] | undefined> {
    if (!this.#claim(resolverId, batchId)) return undefined;
    return this.#threats.record([{ batchId: `${resolverId} ${batchId}`, sightings: sightings() }]);
  }

  async counts(resolverIds: readonly number[], from: string, to: string) {
    const within = this.#counts.filter(({ day }) => day >= from && day <= to);
    const keyOf = ({ day, kind, name }: ResolverCount) => JSON.stringify([day, kind, name]);
    return new Map(
      resolverIds.map((id) => {
        const own = within.filter(({ resolverId }) => resolverId === id);
        const sums = [...Map.groupBy(own, keyOf).values()].map((same) => ({
          ...same[0]!,
          count: same.reduce((sum, { count }) => sum + count, 0),
        }));
        return [id, sums];
      }),
    );
  }

  async forgetBefore(before: string): Promise<void> {
    this.#counts = this.#counts.filter(({ day }) => day >= before);
  }

  #claim(resolverId: number, batchId: string): boolean {
    const key = `${resolverId} ${batchId}`;
    if (this.#batches.has(key)) return false;
    this.#batches.add(key);
    return true;
  }
}
