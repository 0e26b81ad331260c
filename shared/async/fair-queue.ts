/**
 * A fair queue keeps waiting items in lanes, one for each client. Lanes are served in turn, and each in its own order,
 * so that a client with many waiting items keeps no other waiting for all of them.
 */
export class FairQueue<Item> {
  /** The lane that is served next comes first. */
  readonly #lanes = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(lane: string): number {
    return this.#lanes.get(lane)?.length ?? 0;
  }

  push(lane: string, item: Item): void {
    const items = this.#lanes.get(lane);
    if (items === undefined) this.#lanes.set(lane, [item]);
    else items.push(item);
    this.#size++;
  }

  /** Takes the next one, out of the first lane that may be served now. */
  shift(mayServe: (lane: string) => boolean = () => true): Item | undefined {
    for (const [lane, items] of this.#lanes) {
      if (!mayServe(lane)) continue;
      this.#lanes.delete(lane);
      const item = items.shift()!;
      if (items.length > 0) this.#lanes.set(lane, items);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** Takes the newest of the longest lane, if that is longer than this one. */
  displace(lane: string): Item | undefined {
    let longest = lane;
    for (const other of this.#lanes.keys()) if (this.sizeOf(other) > this.sizeOf(longest)) longest = other;
    const item = longest === lane ? undefined : this.#lanes.get(longest)!.at(-1);
    if (item !== undefined) this.remove(longest, item);
    return item;
  }

  remove(lane: string, item: Item): void {
    const items = this.#lanes.get(lane) ?? [];
    const index = items.indexOf(item);
    if (index === -1) return;
    items.splice(index, 1);
    if (items.length === 0) this.#lanes.delete(lane);
    this.#size--;
  }

  /** Takes all. */
  drain(): Item[] {
    const items = [...this.#lanes.values()].flat();
    this.#lanes.clear();
    this.#size = 0;
    return items;
  }
}
