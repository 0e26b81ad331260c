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

  constructor({ excluded = () => false, circumstancesOf = () => ({}), tally, soften }: Rules = {}) {
    this.#excluded = excluded;
    this.#circumstancesOf = circumstancesOf;
    this.#tally = tally;
    this.#soften = soften;
  }

  /** Adds a finding that a row shows. */
  add(row: BatchRows, found: Finding): void {
    const finding = this.#soften === undefined ? found : this.#soften(row, found);
    const { source, subject, count = 1 } = finding;
    if (this.#isExcluded(row, finding)) return;
    // Alerts tell only of what lists know.
    const told = source !== undefined && this.#tally !== undefined;
    const key = this.#note(row, finding, told ? this.#tally!.addRows(row, subject, count) : count);
    this.#rows.get(key)!.note(row);
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
      return seal({ ...sighting, evidence }, this.#rows.get(key)!);
    });
  }

  #isExcluded({ locationId, queryName, clientAddress }: Circumstances, finding: Finding): boolean {
    if (finding.always === true) return false;
    return this.#excluded(locationId, queryName, finding.clientAddress ?? clientAddress);
  }

  #note(seen: Circumstances, finding: Finding, count: number): string {
    const { type, severity, subject, source = 'detection' } = finding;
    const { locationId, queryName } = seen;
    const key = `${locationId} ${type} ${subject}`;
    const before = this.#sightings.get(key);
    if (before === undefined) this.#rows.set(key, new RowReferences());
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
      clientAddress: isWorst ? (finding.clientAddress ?? seen.clientAddress) : before.clientAddress,
      queryName: isWorst ? queryName : before.queryName,
      source: isWorst ? source : before.source,
      message,
      observedAt: before !== undefined && before.observedAt > observedAt ? before.observedAt : observedAt,
      firstObservedAt: earlier(before?.firstObservedAt, observedAt),
      count: count + (before?.count ?? 0),
      ...(technique !== undefined && { technique }),
      ...(evidence !== undefined && { evidence }),
    });
    return key;
  }
}

function earlier(a: Date | undefined, b: Date): Date {
  return a !== undefined && a < b ? a : b;
}
