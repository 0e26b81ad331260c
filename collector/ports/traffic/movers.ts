import type { TrafficScope } from './traffic.ts';

/** A mover is a name, a registrable domain, a client, or a name that fails. */
export type MoverKind = 'name' | 'domain' | 'client' | 'failing_name';

/** A mover states how often something was asked for in a period and in the one that it is compared with. */
export interface Mover {
  readonly name: string;
  readonly queries: number;
  readonly before: number;
}

export interface TrafficMovers {
  /** Lists what changed most, in queries. Times of both are half-open. */
  movers(after: TrafficScope, before: TrafficScope, of: MoverKind, limit: number): Promise<Mover[]>;
}
