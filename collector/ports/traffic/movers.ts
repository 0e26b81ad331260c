import type { NamedCount, TrafficScope, TrafficTotals } from './traffic.ts';

/** The lists of what moved have this many items at most. */
export const mostMovers = 100;

/** A mover states how often something was asked for in a period and in the one that it is compared with. */
export interface Mover {
  readonly name: string;
  readonly queries: number;
  readonly before: number;
}

/** Numbers state how many there were of something in a period and in the one that it is compared with. */
export interface Numbers {
  readonly after: number;
  readonly before: number;
}

export interface NameMovers {
  readonly unique: Numbers;
  readonly names: readonly Mover[];
  /** Names whose failures moved: what was not answered, or not with NOERROR. */
  readonly failing: readonly Mover[];
}

export interface ClientMovers {
  readonly unique: Numbers;
  readonly clients: readonly Mover[];
}

export interface PeriodTotals extends Omit<TrafficTotals, 'uniqueClients' | 'uniqueNames'> {
  readonly responseCodes: readonly NamedCount<number>[];
}

/** Traffic movers compare two scopes; lists have what changed most, in queries. Times are half-open. */
export interface TrafficMovers {
  /** Counts what names and clients need not be looked at for. */
  totals(scope: TrafficScope): Promise<PeriodTotals>;
  names(after: TrafficScope, before: TrafficScope, limit: number): Promise<NameMovers>;
  clients(after: TrafficScope, before: TrafficScope, limit: number): Promise<ClientMovers>;
  /** Registrable domains, which are computed name by name: as much work again as the names themselves. */
  domains(after: TrafficScope, before: TrafficScope, limit: number): Promise<readonly Mover[]>;
}
