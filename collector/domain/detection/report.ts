import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import { severities } from '@sonde/shared/schemas/severity.ts';
import type { Sighting } from '../../ports/threats/threats.ts';
import type { BatchRows } from './batch-rows.ts';
import type { Circumstances } from './circumstances.ts';
import { RowReferences } from './receipt/row-references.ts';
import { seal } from './receipt/seal.ts';
import type { HitTally } from './state/hit-tally.ts';

/** A finding states what a detector found; the rest of the sighting is in the row. */
export interface Finding {
  readonly type: string;
  readonly severity: Sighting['severity'];
  readonly subject: string;
  /** Absent if nobody says what it is evidence of. */
  readonly technique?: string;
  readonly message: string;
  readonly evidence: { readonly [key: string]: Json };
  /** The list that knew it; a detector of ours if absent. */
  readonly source?: string;
  /** Queries that it stands for; 1 if absent. */
  readonly count?: number;
  /** The client that is named; the row's client if absent. */
  readonly clientAddress?: string;
  /** Told whatever exclusions say. */
  readonly always?: boolean;
}

export type Excluded = (locationId: number, name: string, clientAddress: string) => boolean;

/** A function of this type tells what else is known of a sighting, for its evidence. */
export type CircumstancesOf = (
  sighting: Pick<Sighting, 'locationId' | 'queryName' | 'observedAt'>,
) => Finding['evidence'];

interface Rules {
  readonly excluded?: Excluded;
  readonly circumstancesOf?: CircumstancesOf | undefined;
  /** The tally knows what rows and alerts tell of the same queries; without it everything counts. */
  readonly tally?: HitTally | undefined;
  /** Says what a row's finding is worth, given what is known of its client. */
  readonly soften?: ((row: BatchRows, finding: Finding) => Finding) | undefined;
}

/** Clients that one sighting names. */
const mostClients = 64;

/**
 * A report is the one road of detection: whatever reports something bad (rows, canaries, replays, a resolver's alerts)
 * adds it here. What is excluded is left out, a query that is told twice counts once, and what is about one subject
 * becomes one sighting with the latest evidence of the worst, sealed.
 */
export class Report {
  readonly #excluded: Excluded;
  readonly #circumstancesOf: CircumstancesOf;
  readonly #tally: HitTally | undefined;
  readonly #soften: Rules['soften'];
  readonly #sightings = new Map<string, Sighting>();
  readonly #rows = new Map<string, RowReferences>();
  readonly #clients = new Map<string, Set<string>>();

  constructor({ excluded = () => false, circumstancesOf = () => ({}), tally, soften }: Rules = {}) {
    this.#excluded = excluded;
    this.#circumstancesOf = circumstancesOf;
    this.#tally = tally;
    this.#soften = soften;
  }

  /** Adds a finding that a row shows. */
  add(row: BatchRows, found: Finding): void {
    const finding = this.#soften === undefined ? found : this.#soften(row, found);
    if (this.#isExcluded(row, finding)) return;
    const key = keyOf(row, finding);
    const rows = this.#rows.get(key) ?? new RowReferences();
    this.#rows.set(key, rows);
    // Several detectors may say the same of a row, which is one query.
    const isAgain = rows.isLast(row);
    this.#note(row, finding, isAgain ? 0 : this.#countOf(row, finding));
    if (!isAgain) rows.note(row);
  }

  #countOf(row: BatchRows, { source, subject, count = 1 }: Finding): number {
    // Alerts tell only of what lists know.
    const isTold = source !== undefined && this.#tally !== undefined;
    return isTold ? this.#tally!.addRows(row, subject, count) : count;
  }

  /** Adds a finding that somebody tells without showing the rows. */
  addTold(seen: Circumstances, finding: Finding): void {
    if (this.#isExcluded(seen, finding)) return;
    const { subject, count = 1 } = finding;
    const fresh = this.#tally?.addTold(seen, subject, count) ?? count;
    if (fresh > 0) this.#note(seen, finding, fresh);
  }

  sightings(): Sighting[] {
    return Array.from(this.#sightings, ([key, sighting]) => {
      const evidence = { ...sighting.evidence, ...this.#circumstancesOf(sighting) };
      const clients = this.#clients.get(key)!;
      const all = clients.size > 1 && { clients: [...clients] };
      return seal({ ...sighting, ...all, evidence }, this.#rows.get(key) ?? new RowReferences());
    });
  }

  #isExcluded({ locationId, queryName, clientAddress }: Circumstances, finding: Finding): boolean {
    if (finding.always === true) return false;
    return this.#excluded(locationId, queryName, finding.clientAddress ?? clientAddress);
  }

  #note(seen: Circumstances, finding: Finding, count: number): void {
    const { type, severity, subject, source = 'detection' } = finding;
    const { locationId, queryName } = seen;
    const key = keyOf(seen, finding);
    const before = this.#sightings.get(key);
    const clientAddress = finding.clientAddress ?? seen.clientAddress;
    const clients = this.#clients.get(key);
    if (clients === undefined) this.#clients.set(key, new Set([clientAddress]));
    else if (clients.size < mostClients) clients.add(clientAddress);
    const observedAt = new Date(Math.floor(seen.observedAt / 1_000));
    // A remark that comes later takes nothing away from what was found.
    const isWorst =
      before === undefined || severities.indexOf(severity) >= severities.indexOf(before.severity);
    const { technique, message, evidence } = isWorst ? finding : before;
    this.#sightings.set(key, {
      locationId,
      type,
      severity: isWorst ? severity : before.severity,
      subject,
      clientAddress: isWorst ? clientAddress : before.clientAddress,
      queryName: isWorst ? queryName : before.queryName,
      source: isWorst ? source : before.source,
      message,
      observedAt: before !== undefined && before.observedAt > observedAt ? before.observedAt : observedAt,
      firstObservedAt: earlier(before?.firstObservedAt, observedAt),
      count: count + (before?.count ?? 0),
      ...(technique !== undefined && { technique }),
      ...(evidence !== undefined && { evidence }),
    });
  }
}

function keyOf({ locationId }: Circumstances, { type, subject }: Finding): string {
  return `${locationId} ${type} ${subject}`;
}

function earlier(a: Date | undefined, b: Date): Date {
  return a !== undefined && a < b ? a : b;
}
