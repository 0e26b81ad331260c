import { ancestry, isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';

/** A zone node is a name of the zone with its record sets; without sets an empty non-terminal. */
export interface ZoneNode {
  readonly name: string;
  readonly parent: ZoneNode | undefined;
  /** By type, in the order of the text; signatures by RRSIG. */
  readonly sets: Map<number, ZoneRecord[]>;
  hasChildren: boolean;
  /** The delegation that it is at or below, the highest one. */
  cut: ZoneNode | undefined;
  /** The name with a DNAME record that it is below, the highest one. */
  dname: ZoneNode | undefined;
  /** Whether it answers for itself: no glue, and nothing that is hidden below a delegation. */
  isAuthoritative: boolean;
}

/** A lookup result states the outcome of looking up a name within the zone. */
export type Found =
  | { readonly kind: 'outside' }
  | { readonly kind: 'missing' }
  /** At or below a delegation: `node` where the zone has something of that name. */
  | { readonly kind: 'delegated'; readonly cut: ZoneNode; readonly node: ZoneNode | undefined }
  | { readonly kind: 'dname'; readonly node: ZoneNode }
  | { readonly kind: 'node' | 'wildcard'; readonly node: ZoneNode };

/** A zone tree holds the names of a zone as a tree. Its nodes come parents first. */
export class ZoneTree {
  readonly apex: ZoneNode;
  readonly #nodes = new Map<string, ZoneNode>();

  /** `records`: those within the zone. */
  constructor(apex: string, records: readonly ZoneRecord[]) {
    this.apex = this.#make(apex, undefined);
    for (const record of records) {
      const { sets } = this.#node(record.name);
      const set = sets.get(record.type);
      if (set === undefined) sets.set(record.type, [record]);
      else set.push(record);
    }
    for (const node of this.#nodes.values()) {
      const { parent } = node;
      if (parent === undefined) continue;
      const isCut = node.sets.has(recordTypes.NS);
      node.cut = parent.cut ?? (isCut ? node : undefined);
      node.dname = parent.dname ?? (parent.sets.has(recordTypes.DNAME) ? parent : undefined);
      node.isAuthoritative = node.cut === undefined || node.cut === node;
    }
  }

  get nodes(): Iterable<ZoneNode> {
    return this.#nodes.values();
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(name: string): ZoneNode | undefined {
    return this.#nodes.get(name);
  }

  /** Finds the outcome of a question for the name (RFC 1034 section 4.3.2, RFC 4592, RFC 6672). */
  find(name: string): Found {
    if (!isAtOrBelow(name, this.apex.name)) return { kind: 'outside' };
    const own = this.#nodes.get(name);
    const closest = own ?? this.#closest(name);
    if (closest.cut !== undefined) return { kind: 'delegated', cut: closest.cut, node: own };
    if (closest.dname !== undefined) return { kind: 'dname', node: closest.dname };
    if (own !== undefined) return { kind: 'node', node: own };
    if (closest.sets.has(recordTypes.DNAME)) return { kind: 'dname', node: closest };
    const wildcard = this.#nodes.get(closest.name === '.' ? '*' : `*.${closest.name}`);
    return wildcard === undefined ? { kind: 'missing' } : { kind: 'wildcard', node: wildcard };
  }

  #closest(name: string): ZoneNode {
    for (const at of ancestry(name)) {
      const node = this.#nodes.get(at);
      if (node !== undefined) return node;
    }
    return this.apex;
  }

  /** Makes the names above first. */
  #node(name: string): ZoneNode {
    const own = this.#nodes.get(name);
    if (own !== undefined) return own;
    const line = ancestry(name);
    let parent = line.findIndex((at) => this.#nodes.has(at));
    while (parent > 0) this.#make(line[--parent]!, this.#nodes.get(line[parent + 1]!));
    return this.#nodes.get(name)!;
  }

  #make(name: string, parent: ZoneNode | undefined): ZoneNode {
    if (parent !== undefined) parent.hasChildren = true;
    const node: ZoneNode = {
      name,
      parent,
      sets: new Map(),
      hasChildren: false,
      cut: undefined,
      dname: undefined,
      isAuthoritative: true,
    };
    this.#nodes.set(name, node);
    return node;
  }
}
