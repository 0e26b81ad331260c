import { ancestry, isBelow } from '@sonde/shared/dns/name-relations.ts';
import { getPublicSuffix } from 'tldts';

/** A host's addresses, of both families. */
const askedAtOnce = 2;

interface UnderWay {
  readonly answered: Promise<void>;
  asking: number;
}

/**
 * An exploration remembers which ways down from a zone were asked for once. A way is the name one label below the zone:
 * as long as nobody knows whether another zone begins there, one asks and the others wait. Below a public suffix one nearly
 * always does; elsewhere it seldom does, and two ask, so that to find both addresses of a host takes the time of one answer.
 */
export class Exploration {
  readonly #known = new Set<string>();
  readonly #underWay = new Map<string, UnderWay>();

  /**
   * Begins a way down. `others`: to be waited for in place of asking. Otherwise `end` has to be called when the answer
   * is there.
   */
  begin(zone: string, name: string): { readonly others?: Promise<void>; end(): void } {
    const step = ancestry(name).findLast((ancestor) => isBelow(ancestor, zone));
    const way = `${zone} ${step}`;
    if (step === undefined || this.#known.has(way)) return { end: () => undefined };
    const others = this.#underWay.get(way);
    if (others !== undefined) {
      if (others.asking === askedAtOnce || isSuffix(zone))
        return { others: others.answered, end: () => undefined };
      others.asking++;
      return { end: () => undefined };
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay.set(way, { answered: promise, asking: 1 });
    return {
      end: () => {
        this.#known.add(way);
        this.#underWay.delete(way);
        resolve();
      },
    };
  }
}

function isSuffix(zone: string): boolean {
  return zone === '.' || getPublicSuffix(zone, { allowPrivateDomains: true }) === zone;
}
