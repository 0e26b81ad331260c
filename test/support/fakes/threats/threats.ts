import { severities } from '@sonde/shared/schemas/severity.ts';
import type { Page } from '../../../../collector/ports/system/page.ts';
import type {
  ExaminedBatch,
  OpenThreats,
  Sighting,
  Threat,
  ThreatFilter,
  ThreatHandling,
  ThreatNote,
  ThreatStore,
} from '../../../../collector/ports/threats/threats.ts';
import type { FakeLocations } from '../fleet/locations.ts';

/** Threats in memory, with the behaviour that the port promises. */
export class FakeThreats implements ThreatStore, ThreatHandling {
  readonly #notes = new Map<number, ThreatNote[]>();
  readonly #threats = new Map<number, Threat>();
  readonly #examined = new Set<string>();
  readonly #locations: FakeLocations;
  readonly #addressOf: (personId: number) => string | undefined;

  constructor(locations: FakeLocations, addressOf: (personId: number) => string | undefined) {
    this.#locations = locations;
    this.#addressOf = addressOf;
  }

  get all(): readonly Threat[] {
    return [...this.#threats.values()];
  }

  /** What the gathering of cases does with threats. */
  putInto(caseId: number, ids: readonly number[]): void {
    for (const id of ids) this.#threats.set(id, { ...this.#threats.get(id)!, caseId });
  }

  async record(batches: readonly ExaminedBatch[]): Promise<Threat[]> {
    const fresh = batches.filter(({ batchId }) => !this.#examined.has(batchId));
    for (const { batchId } of fresh) this.#examined.add(batchId);
    return fresh
      .flatMap(({ sightings }) => sightings)
      .map((sighting) => this.#record(sighting))
      .filter((threat) => threat !== undefined);
  }

  #record(sighting: Sighting): Threat | undefined {
    const { observedAt, firstObservedAt = observedAt, ...rest } = sighting;
    const open = [...this.#threats.values()].find(
      (threat) =>
        threat.status === 'open' &&
        threat.locationId === sighting.locationId &&
        threat.type === sighting.type &&
        threat.subject === sighting.subject,
    );
    if (open !== undefined) {
      const { clientAddress, queryName } = rest;
      const count = open.count + sighting.count;
      const isWorse = severities.indexOf(sighting.severity) > severities.indexOf(open.severity);
      const severity = isWorse ? sighting.severity : open.severity;
      const known: Threat = { ...open, severity, clientAddress, queryName, count, lastSeenAt: observedAt };
      this.#threats.set(open.id, known);
      return isWorse ? known : undefined;
    }
    const threat: Threat = {
      ...rest,
      id: this.#threats.size + 1,
      status: 'open',
      firstSeenAt: firstObservedAt,
      lastSeenAt: observedAt,
      resolvedAt: null,
      resolutionNote: null,
    };
    this.#threats.set(threat.id, threat);
    return threat;
  }

  async countOpen(): Promise<OpenThreats[]> {
    const open = this.all.filter(({ status }) => status === 'open');
    const sums = Map.groupBy(open, ({ severity, type }) => `${severity} ${type}`);
    const counts = [...sums.values()].map((group) => ({
      severity: group[0]!.severity,
      type: group[0]!.type,
      count: group.length,
    }));
    return counts.sort(
      (a, b) => b.count - a.count || a.severity.localeCompare(b.severity) || a.type.localeCompare(b.type),
    );
  }

  async list(accountId: number, filter: ThreatFilter, page: Page) {
    const own: Threat[] = [];
    for (const threat of [...this.#threats.values()].reverse()) {
      if (filter.locationId !== undefined && threat.locationId !== filter.locationId) continue;
      if (filter.status !== undefined && threat.status !== filter.status) continue;
      if (filter.severity !== undefined && threat.severity !== filter.severity) continue;
      if (!isLetThrough(filter, threat)) continue;
      if ((await this.find(accountId, threat.id)) !== undefined) own.push(threat);
    }
    return { count: own.length, threats: own.slice(page.offset, page.offset + page.limit) };
  }

  async countByDay(accountId: number, filter: ThreatFilter) {
    const { threats } = await this.list(accountId, filter, { limit: 10_000, offset: 0 });
    const keyOf = ({ firstSeenAt, severity, type }: Threat) =>
      [firstSeenAt.toISOString().slice(0, 10), severity, type].join(' ');
    const groups = [...Map.groupBy(threats, keyOf).values()].map((group) => ({
      day: group[0]!.firstSeenAt.toISOString().slice(0, 10),
      severity: group[0]!.severity,
      type: group[0]!.type,
      count: group.length,
    }));
    return groups.toSorted(
      (left, right) =>
        left.day.localeCompare(right.day) ||
        severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
        left.type.localeCompare(right.type),
    );
  }

  async assign(accountId: number, id: number, owner: string | null) {
    const threat = await this.find(accountId, id);
    if (threat === undefined) return undefined;
    const { owner: _before, ...rest } = threat;
    const assigned: Threat = { ...rest, ...(owner !== null && { owner }) };
    this.#threats.set(id, assigned);
    return assigned;
  }

  async notes(accountId: number, id: number, limit: number) {
    const threat = await this.find(accountId, id);
    return threat && (this.#notes.get(id) ?? []).slice(0, limit);
  }

  async addNote(
    accountId: number,
    id: number,
    { personId, text }: { personId: number | null; text: string },
    most: number,
  ) {
    if ((await this.find(accountId, id)) === undefined) return undefined;
    const notes = this.#notes.get(id) ?? [];
    if (notes.length >= most) return 'full' as const;
    const author = (personId === null ? undefined : this.#addressOf(personId)) ?? 'a key of the account';
    const note = { id: notes.length + 1, author, text, createdAt: new Date() };
    this.#notes.set(id, [...notes, note]);
    return note;
  }

  async find(accountId: number, id: number): Promise<Threat | undefined> {
    const threat = this.#threats.get(id);
    const location = threat && (await this.#locations.find(accountId, threat.locationId));
    return location === undefined ? undefined : threat;
  }

  async resolve(accountId: number, id: number, note: string | null): Promise<Threat | undefined> {
    const threat = await this.find(accountId, id);
    if (threat === undefined || threat.status === 'resolved') return threat;
    const resolved: Threat = { ...threat, status: 'resolved', resolvedAt: new Date(), resolutionNote: note };
    this.#threats.set(id, resolved);
    return resolved;
  }

  async reopen(
    accountId: number,
    id: number,
    note: string | null,
  ): Promise<Threat | 'seen_again' | undefined> {
    const threat = await this.find(accountId, id);
    if (threat === undefined || threat.status === 'open') return threat;
    const isSame = (other: Threat) =>
      other.status === 'open' &&
      other.locationId === threat.locationId &&
      other.type === threat.type &&
      other.subject === threat.subject;
    if ([...this.#threats.values()].some(isSame)) return 'seen_again';
    const reopened: Threat = {
      ...threat,
      status: 'open',
      resolvedAt: null,
      reopenedAt: new Date(),
      ...(note !== null && { reopeningNote: note }),
    };
    this.#threats.set(id, reopened);
    return reopened;
  }
}

function isLetThrough(filter: ThreatFilter, threat: Threat): boolean {
  const { types, clientAddress, subject, source, owner, firstSeen, lastSeen } = filter;
  const isWithin = (range: { from: Date; to: Date } | undefined, time: Date): boolean =>
    range === undefined || (time >= range.from && time < range.to);
  return (
    (types === undefined || types.any.length === 0 || types.any.includes(threat.type)) &&
    !types?.none.includes(threat.type) &&
    (clientAddress === undefined || threat.clientAddress === clientAddress) &&
    (subject === undefined || threat.subject === subject) &&
    (source === undefined || threat.source === source) &&
    (owner === undefined || (threat.owner ?? null) === owner) &&
    isWithin(firstSeen, threat.firstSeenAt) &&
    isWithin(lastSeen, threat.lastSeenAt)
  );
}
