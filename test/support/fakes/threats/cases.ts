import { severities } from '@sonde/shared/schemas/severity.ts';
import type { Page } from '../../../../collector/ports/system/page.ts';
import type {
  Case,
  CaseFilter,
  CaseGathering,
  CaseStore,
  ChangedCase,
  Gather,
  OpenCase,
} from '../../../../collector/ports/threats/cases.ts';
import type { Threat } from '../../../../collector/ports/threats/threats.ts';
import type { FakeLocations } from '../fleet/locations.ts';
import type { FakeThreats } from './threats.ts';

type Kept = Pick<OpenCase, 'id' | 'locationId' | 'clientAddress' | 'cause'> & {
  readonly threatIds: number[];
};

/** Cases in memory. Remarks join none. */
export class FakeCases implements CaseStore, CaseGathering {
  readonly #kept: Kept[] = [];
  readonly #threats: FakeThreats;
  readonly #locations: FakeLocations;
  readonly #openedAt = new Date();

  constructor(threats: FakeThreats, locations: FakeLocations) {
    this.#threats = threats;
    this.#locations = locations;
  }

  async gather(gather: Gather) {
    const placed = new Set(this.#kept.flatMap(({ threatIds }) => threatIds));
    const waiting = this.#threats.all.filter(
      ({ id, status, severity }) => !placed.has(id) && status === 'open' && severity !== 'info',
    );
    const open = this.#kept.map((kept) => ({ ...kept, threats: this.#of(kept) }));
    const { joined, begun } = gather(
      waiting,
      open.filter(({ threats }) => threats.some(({ status }) => status === 'open')),
    );
    const before = new Map(this.#kept.map((kept) => [kept.id, this.#toCase(kept).severity]));
    const touched: Kept[] = [];
    for (const { caseId, threatIds } of joined) {
      const kept = this.#kept.find(({ id }) => id === caseId)!;
      kept.threatIds.push(...threatIds);
      touched.push(kept);
    }
    for (const { threatIds, ...more } of begun) {
      const kept = { ...more, id: this.#kept.length + 1, threatIds: [...threatIds] };
      this.#kept.push(kept);
      touched.push(kept);
    }
    for (const kept of touched) this.#threats.putInto(kept.id, kept.threatIds);
    const changed = touched
      .map((kept) => this.#toCase(kept))
      .flatMap((one): ChangedCase[] => {
        const was = before.get(one.id);
        if (was === undefined) return [{ change: 'opened', case: one }];
        const isWorse = severities.indexOf(one.severity) > severities.indexOf(was);
        return isWorse ? [{ change: 'worsened', case: one }] : [];
      });
    return { changed, done: true };
  }

  async list(accountId: number, filter: CaseFilter, page: Page) {
    const cases: Case[] = [];
    for (const kept of this.#kept.toReversed()) {
      const one = this.#toCase(kept);
      if ((await this.#locations.find(accountId, kept.locationId)) === undefined) continue;
      if (filter.locationId !== undefined && one.locationId !== filter.locationId) continue;
      if (filter.status !== undefined && one.status !== filter.status) continue;
      if (filter.severity !== undefined && one.severity !== filter.severity) continue;
      if (filter.clientAddress !== undefined && !one.clients.includes(filter.clientAddress)) continue;
      const subjects = [one.cause, ...this.#of(kept).map(({ subject }) => subject)];
      if (filter.subject !== undefined && !subjects.includes(filter.subject)) continue;
      const range = filter.lastSeen;
      if (range !== undefined && (one.lastSeenAt < range.from || one.lastSeenAt >= range.to)) continue;
      cases.push(one);
    }
    return { count: cases.length, cases: cases.slice(page.offset, page.offset + page.limit) };
  }

  async find(accountId: number, id: number) {
    const kept = this.#kept.find((one) => one.id === id);
    if (kept === undefined || (await this.#locations.find(accountId, kept.locationId)) === undefined)
      return undefined;
    const threats = this.#of(kept).toSorted(
      (one, other) => one.firstSeenAt.getTime() - other.firstSeenAt.getTime() || one.id - other.id,
    );
    return { found: this.#toCase(kept), threats };
  }

  async resolve(accountId: number, id: number, note: string | null) {
    const known = await this.find(accountId, id);
    for (const threat of known?.threats ?? []) await this.#threats.resolve(accountId, threat.id, note);
    return (await this.find(accountId, id))?.found;
  }

  #of({ threatIds }: Kept): Threat[] {
    return this.#threats.all.filter(({ id }) => threatIds.includes(id));
  }

  #toCase(kept: Kept): Case {
    const threats = this.#of(kept);
    const open = threats.filter(({ status }) => status === 'open');
    const times = (pick: (threat: Threat) => Date | null) =>
      threats.map((threat) => pick(threat)?.getTime() ?? 0);
    return {
      id: kept.id,
      locationId: kept.locationId,
      status: open.length > 0 ? 'open' : 'resolved',
      severity: sumOf(open.length > 0 ? open : threats),
      clientAddress: kept.clientAddress,
      cause: kept.cause,
      clients: [...new Set(threats.map(({ clientAddress }) => clientAddress))].filter(Boolean).sort(),
      types: [...new Set(threats.map(({ type }) => type))].sort(),
      threats: threats.length,
      openThreats: open.length,
      queries: threats.reduce((sum, { count }) => sum + count, 0),
      firstSeenAt: new Date(Math.min(...times(({ firstSeenAt }) => firstSeenAt))),
      lastSeenAt: new Date(Math.max(...times(({ lastSeenAt }) => lastSeenAt))),
      openedAt: this.#openedAt,
      resolvedAt: open.length > 0 ? null : new Date(Math.max(...times(({ resolvedAt }) => resolvedAt))),
    };
  }
}

const weights = [0, 1, 3, 9, 27];

function sumOf(threats: readonly Threat[]): Case['severity'] {
  const worst = new Map<string, number>();
  for (const { type, severity } of threats)
    worst.set(type, Math.max(worst.get(type) ?? 0, weights[severities.indexOf(severity)]!));
  const sum = [...worst.values()].reduce((one, other) => one + other, 0);
  return severities[weights.findLastIndex((weight) => sum >= weight)]!;
}
