import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { skeleton } from './confusables.ts';
import { bait, type Imitation, typosOf } from './name-imitations.ts';

/**
 * An imitation in a certificate may also be a `suffix`, the watched label under another suffix, or `embedded`, the
 * watched domain as labels before another's.
 */
export type CertifiedImitation = Imitation | 'suffix' | 'embedded';

export interface FoundImitation {
  readonly imitation: CertifiedImitation;
  /** The label that is imitated; whoever watches a domain with it is meant. */
  readonly label: string;
  /** The likelihood that it is meant to deceive, 0 to 100. */
  readonly score: number;
}

const scores: Readonly<Record<CertifiedImitation, number>> = {
  homograph: 85,
  typosquat: 65,
  combination: 60,
  embedded: 70,
  suffix: 40,
};
/** Suffixes that cost next to nothing, which most names made for one campaign have. */
export const cheapSuffixes =
  /(?:^|\.)(?:top|xyz|icu|cyou|cfd|sbs|click|link|live|online|site|shop|store|club|buzz|rest|monster|quest|bond|lol|cam|tk|ml|ga|cf|gq|zip|mov|pages\.dev|web\.app|workers\.dev)$/;
const more = { bait: 15, cheap: 10 };

const parsing = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
};

/**
 * An imitation index knows what imitates any of the watched labels, in time that does not grow with their number: slips
 * of the hand lie as hashes in one table, 8 octets each, and one that is found there is compared.
 */
export class ImitationIndex {
  readonly #labels: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #skeletons = new Map<string, string>();
  readonly #mask: number;
  readonly #hashes: Uint32Array;
  readonly #places: Uint32Array;

  constructor(labels: Iterable<string>) {
    this.#labels = [...new Set(labels)];
    this.#known = new Set(this.#labels);
    for (const label of this.#labels) this.#skeletons.set(skeleton(label), label);
    const count = this.#labels.reduce((sum, label) => sum + typosOf(label).size, 0);
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * count)));
    this.#mask = size - 1;
    this.#hashes = new Uint32Array(size);
    this.#places = new Uint32Array(size);
    for (const [place, label] of this.#labels.entries())
      for (const typo of typosOf(label)) if (typo !== label) this.#add(hashOf(typo), place + 1);
  }

  get size(): number {
    return this.#labels.length;
  }

  /**
   * Finds what a name imitates by its registrable domain or the labels before it. `registrable`, its `label` and
   * `suffix`: as the Public Suffix List parts them.
   */
  find(
    name: string,
    {
      registrable,
      label,
      suffix,
    }: { readonly registrable: string; readonly label: string; readonly suffix: string },
  ): FoundImitation[] {
    const found = this.#ofLabel(label);
    const before = name.length > registrable.length ? name.slice(0, -registrable.length - 1).split('.') : [];
    for (let at = 0; at + 1 < before.length; at++) {
      const watched = before[at]!;
      if (watched === label || !this.#known.has(watched)) continue;
      // Two labels at least, so that a word that somebody watches is not found wherever it is a host's.
      if (parse(`${watched}.${before.slice(at + 1, at + 3).join('.')}`, parsing).isIcann === true)
        found.push({ imitation: 'embedded', label: watched, score: scores.embedded });
    }
    if (found.length === 0) return found;
    const isBaited = [...before, ...label.split('-')].some((part) =>
      part.split('-').some((word) => bait.test(word)),
    );
    const extra = (isBaited ? more.bait : 0) + (cheapSuffixes.test(suffix) ? more.cheap : 0);
    return found.map((one) => ({ ...one, score: Math.min(100, one.score + extra) }));
  }

  #ofLabel(label: string): FoundImitation[] {
    if (this.#known.has(label)) return [{ imitation: 'suffix', label, score: scores.suffix }];
    const found = new Map<string, FoundImitation>();
    const add = (imitation: CertifiedImitation, of: string): void => {
      if (!found.has(of)) found.set(of, { imitation, label: of, score: scores[imitation] });
    };
    const shown = label.startsWith('xn--') ? domainToUnicode(label) : label;
    const twin = this.#skeletons.get(skeleton(shown));
    if (twin !== undefined && twin !== shown) add('homograph', twin);
    for (const watched of this.#slips(label)) add('typosquat', watched);
    const parts = label.split('-');
    if (parts.length > 1 && parts.some((part) => bait.test(part)))
      for (const part of parts) if (this.#known.has(part)) add('combination', part);
    return [...found.values()];
  }

  *#slips(label: string): Generator<string> {
    const hash = hashOf(label);
    for (let at = hash & this.#mask; this.#places[at] !== 0; at = (at + 1) & this.#mask) {
      if (this.#hashes[at] !== hash) continue;
      const watched = this.#labels[this.#places[at]! - 1]!;
      if (typosOf(watched).has(label)) yield watched;
    }
  }

  #add(hash: number, place: number): void {
    let at = hash & this.#mask;
    while (this.#places[at] !== 0) at = (at + 1) & this.#mask;
    this.#hashes[at] = hash;
    this.#places[at] = place;
  }
}

/** FNV-1a, with its bits mixed so that the low ones serve as a place. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}
