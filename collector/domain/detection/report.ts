import { severities } from '@sonde/shared/schemas/severity.ts';
import type { Json, Sighting } from '../../ports/threats/threats.ts';
import type { BatchRows } from './batch-rows.ts';
import { RowReferences } from './receipt/row-references.ts';
import { seal } from './receipt/seal.ts';

/** What a detector says when it has found something; the rest of the sighting is in the row. */
export interface Finding {
  readonly type: string;
  readonly severity: Sighting['severity'];
  readonly subject: string;
  readonly technique: string;
  readonly message: string;
  readonly evidence: { readonly [key: string]: Json };
  /** Queries that it stands for; 1 where absent. */
  readonly count?: number;
  /** Who is named; the row's client where absent. */
  readonly clientAddress?: string;
  /** Told whatever exclusions say. */
  readonly always?: boolean;
}

export type Excluded = (locationId: number, name: string, clientAddress: string) => boolean;

/** Gathers the findings of one batch: those about one subject become one sighting with the latest evidence, sealed. */
export class Report {
  readonly #excluded: Excluded;
  readonly #sightings = new Map<string, Sighting>();
  readonly #rows = new Map<string, RowReferences>();

  constructor(excluded: Excluded = () => false) {
    this.#excluded = excluded;
  }

  add(row: BatchRows, finding: Finding): void {
    const { type, severity, subject, technique, message, evidence, count = 1 } = finding;
    const clientAddress = finding.clientAddress ?? row.clientAddress;
    if (finding.always !== true && this.#excluded(row.locationId, row.queryName, clientAddress)) return;
    const key = `${row.locationId} ${type} ${subject}`;
    const before = this.#sightings.get(key);
    let rows = this.#rows.get(key);
    if (rows === undefined) {
      rows = new RowReferences();
      this.#rows.set(key, rows);
    }
    rows.note(row);
    const observedAt = new Date(Math.floor(row.observedAt / 1_000));
    this.#sightings.set(key, {
      locationId: row.locationId,
      type,
      severity: before === undefined ? severity : worse(before.severity, severity),
      subject,
      clientAddress,
      queryName: row.queryName,
      source: 'detection',
      message,
      observedAt: before !== undefined && before.observedAt > observedAt ? before.observedAt : observedAt,
      firstObservedAt: earlier(before?.firstObservedAt, observedAt),
      count: count + (before?.count ?? 0),
      technique,
      evidence,
    });
  }

  sightings(): Sighting[] {
    return Array.from(this.#sightings, ([key, sighting]) => seal(sighting, this.#rows.get(key)!));
  }
}

function earlier(a: Date | undefined, b: Date): Date {
  return a !== undefined && a < b ? a : b;
}

function worse(a: Sighting['severity'], b: Sighting['severity']): Sighting['severity'] {
  return severities.indexOf(a) >= severities.indexOf(b) ? a : b;
}
