/** A topology is the infrastructure of a domain as a graph. */
export interface Topology {
  readonly domain: string;
  readonly nodes: readonly TopologyNode[];
  readonly edges: readonly TopologyEdge[];
  /** Whether something was left out because there was too much of it. */
  readonly truncated: boolean;
}

export interface TopologyNode {
  /** `kind:label`. */
  readonly id: string;
  readonly kind: 'zone' | 'host' | 'address' | 'prefix';
  readonly label: string;
}

export interface TopologyEdge {
  readonly from: string;
  readonly to: string;
  readonly kind:
    | 'parent'
    | 'name_server'
    | 'mail_exchanger'
    | 'alias'
    | 'address'
    | 'service'
    | 'zone'
    | 'prefix';
  /** Preference of a mail exchanger, priority of a service. */
  readonly preference: number | null;
}
