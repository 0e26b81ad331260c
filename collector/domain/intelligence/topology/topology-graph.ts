import type { Topology, TopologyEdge, TopologyNode } from './topology-result.ts';

const mostNodes = 500;

/** A topology graph collects nodes and edges, each once, up to a bound. */
export class TopologyGraph {
  readonly #domain: string;
  readonly #nodes = new Map<string, TopologyNode>();
  readonly #edges = new Map<string, TopologyEdge>();
  #truncated = false;

  constructor(domain: string) {
    this.#domain = domain;
  }

  /** The node's id; undefined if there is no room for it. */
  node(kind: TopologyNode['kind'], label: string): string | undefined {
    const id = `${kind}:${label}`;
    if (this.#nodes.has(id)) return id;
    if (this.#nodes.size >= mostNodes) {
      this.#truncated = true;
      return undefined;
    }
    this.#nodes.set(id, { id, kind, label });
    return id;
  }

  edge(
    fromKind: TopologyNode['kind'],
    from: string,
    toKind: TopologyNode['kind'],
    to: string,
    kind: TopologyEdge['kind'],
    preference: number | null = null,
  ): void {
    const [start, end] = [this.node(fromKind, from), this.node(toKind, to)];
    if (start === undefined || end === undefined) return;
    this.#edges.set(`${start} ${kind} ${end}`, { from: start, to: end, kind, preference });
  }

  hosts(): string[] {
    return [...this.#nodes.values()].filter(({ kind }) => kind === 'host').map(({ label }) => label);
  }

  cut(): void {
    this.#truncated = true;
  }

  result(): Topology {
    const byKey = (one: string, other: string) => (one < other ? -1 : 1);
    return {
      domain: this.#domain,
      nodes: [...this.#nodes.values()].toSorted((one, other) => byKey(one.id, other.id)),
      edges: [...this.#edges].toSorted(([one], [other]) => byKey(one, other)).map(([, edge]) => edge),
      truncated: this.#truncated,
    };
  }
}
