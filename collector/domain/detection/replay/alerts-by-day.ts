import { type Severity, severities } from '@sonde/shared/schemas/severity.ts';
import type { Sighting } from '../../../ports/threats/threats.ts';

/** A replayed threat is a threat that would have been opened. */
export interface ReplayedThreat {
  readonly locationId: number;
  readonly type: string;
  readonly subject: string;
  severity: Severity;
  count: number;
  readonly firstSeenAt: Date;
  lastSeenAt: Date;
  message: string;
}

export interface ReplayedDay {
  /** The day in UTC, `2026-03-01`. */
  readonly date: string;
  /** Threats opened on that day, those that are mere remarks (info) aside. */
  alerts: number;
  remarks: number;
  readonly byType: Map<string, number>;
}

/** Different threats that are kept; more are counted. */
const mostThreats = 10_000;

/** `AlertsByDay` turns sightings into what an operator would have got: one threat for each subject, told of once. */
export class AlertsByDay {
  readonly #threats = new Map<string, ReplayedThreat>();

  #untold = 0;

  add(sighting: Sighting): void {
    const { locationId, type, subject, severity, observedAt, count, message } = sighting;
    const { firstObservedAt = observedAt } = sighting;
    const key = `${locationId} ${type} ${subject}`;
    const known = this.#threats.get(key);
    if (known !== undefined) {
      known.count += count;
      known.message = message;
      if (observedAt > known.lastSeenAt) known.lastSeenAt = observedAt;
      if (severities.indexOf(severity) > severities.indexOf(known.severity)) known.severity = severity;
      return;
    }
    if (this.#threats.size >= mostThreats) {
      this.#untold++;
      return;
    }
    const times = { firstSeenAt: firstObservedAt, lastSeenAt: observedAt };
    this.#threats.set(key, { locationId, type, subject, severity, count, message, ...times });
  }

  /** Sightings of threats beyond those that are kept. */
  get untold(): number {
    return this.#untold;
  }

  /** The worst first. */
  threats(): ReplayedThreat[] {
    return [...this.#threats.values()].sort(
      (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || b.count - a.count,
    );
  }

  days(): ReplayedDay[] {
    const days = new Map<string, ReplayedDay>();
    for (const { firstSeenAt, severity, type } of this.#threats.values()) {
      const date = firstSeenAt.toISOString().slice(0, 10);
      let day = days.get(date);
      if (day === undefined) {
        day = { date, alerts: 0, remarks: 0, byType: new Map() };
        days.set(date, day);
      }
      if (severity === 'info') day.remarks++;
      else {
        day.alerts++;
        day.byType.set(type, (day.byType.get(type) ?? 0) + 1);
      }
    }
    return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  }
}
