import type { Severity } from '@sonde/shared/schemas/severity.ts';

/** A name that an operator or a feed calls bad; it covers the name itself and everything below. */
export interface Indicator {
  readonly name: string;
  readonly threatType: string;
  readonly severity: Severity;
  /** Where it comes from: a feed's name or the operator's file. */
  readonly source: string;
  readonly description: string | null;
}

export interface IndicatorStore {
  /** Replaces all that a source said before by this, in one transaction. Returns how many are kept. */
  replaceSource(source: string, indicators: Iterable<Indicator>): Promise<number>;
  removeSource(source: string): Promise<number>;
  sources(): Promise<{ source: string; count: number; updatedAt: Date }[]>;
  /** All of them, for the in-memory matcher, with the version that they are. */
  load(): Promise<{ version: number; indicators: Indicator[] }>;
  /** Changes whenever the set does. */
  version(): Promise<number>;
}
