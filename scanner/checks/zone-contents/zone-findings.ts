import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { type ZoneCode, type ZoneSeverity, zoneRules } from './zone-rules.ts';

/** A zone finding states one fault in the records of a zone, judged beside each other. */
export interface ZoneFinding {
  readonly code: string;
  /** `error`: a name server or a validator refuses the zone, or what it has is not answered as it should be. */
  readonly severity: ZoneSeverity;
  /** From 1; null if something is missing. */
  readonly line: number | null;
  /** The owner that it is about, in stored form. */
  readonly name: string | null;
  readonly message: string;
  /** RFC and section. */
  readonly rule: string;
}

/** Findings of one code that are kept, and of all: a zone may have the same fault at each of its names. */
const mostOfCode = 100;
const mostFindings = 2_000;

/** The zone findings collect findings; a finding beyond the bounds is only counted. */
export class ZoneFindings {
  readonly #kept: ZoneFinding[] = [];
  readonly #counts = new Map<ZoneCode, number>();
  #omitted = 0;

  /** Adds a finding. `place`: the record that shows it, or the name if something is missing. */
  add(code: ZoneCode, place: ZoneRecord | string | null, message: string): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > mostOfCode || this.#kept.length >= mostFindings) {
      this.#omitted++;
      return;
    }
    const [severity, rule] = zoneRules[code];
    const isRecord = place !== null && typeof place === 'object';
    this.#kept.push({
      code,
      severity,
      line: isRecord ? (place.line ?? null) : null,
      name: isRecord ? place.name : place,
      message,
      rule,
    });
  }

  /** In the order of the text. */
  get kept(): ZoneFinding[] {
    return this.#kept.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  }

  /** Of each severity, what is not kept included. */
  get counts(): Record<ZoneSeverity, number> {
    const counts = { error: 0, warning: 0, info: 0 };
    for (const [code, count] of this.#counts) counts[zoneRules[code][0]] += count;
    return counts;
  }

  get omitted(): number {
    return this.#omitted;
  }
}
