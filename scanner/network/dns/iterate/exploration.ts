import { ancestry, isBelow } from '@sonde/shared/dns/name-relations.ts';

/**
 * An exploration remembers which ways down from a zone were asked for once. A way is the name one label below the zone:
 * as long as nobody knows whether another zone begins there, one asks and the others wait.
 */
export class Exploration {
  readonly #known = new Set<string>();
  readonly #underWay = new Map<string, Promise<void>>();

  /**
   * Begins a way down. `others`: to be waited for in place of asking. Otherwise `end` has to be called when the answer
   * is there.
   */
  begin(zone: string, name: string): { readonly others?: Promise<void>; end(): void } {
    const step = ancestry(name).findLast((ancestor) => isBelow(ancestor, zone));
    const way = `${zone} ${step}`;
    if (step === undefined || this.#known.has(way)) return { end: () => undefined };
    const others = this.#underWay.get(way);
    if (others !== undefined) return { others, end: () => undefined };
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay.set(way, promise);
    return {
      end: () => {
        this.#known.add(way);
        this.#underWay.delete(way);
        resolve();
      },
    };
  }
}
