import type { RuleMatch } from '@sonde/shared/policy/rule.ts';
import type { TrafficScope } from './traffic.ts';

/** Rule hits state what a rule would have hit. */
export interface RuleHits {
  /** Stored queries of the stretch of time, and those of them that the rule is about. */
  readonly queries: number;
  readonly hits: number;
  /** Clients and names among the hits, in all, and those with the most hits. */
  readonly clients: number;
  readonly names: number;
  readonly topClients: readonly { readonly client: string; readonly hits: number }[];
  readonly topNames: readonly { readonly name: string; readonly hits: number }[];
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
}

export interface RuleReplay {
  /** Half-open in time. Throws a StoreError `limit` if the question takes too much. */
  replay(scope: TrafficScope, match: RuleMatch): Promise<RuleHits>;
}
