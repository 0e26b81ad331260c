import { gramLength, LiteralIndex } from './literal-index.ts';
import type { Place, Sign, Technology } from './technology.ts';

/** Values that stand in the page's text, so that one walk over it says which signs may be there. */
const inPage = new Set<Place>(['script', 'asset', 'inline', 'tag', 'comment', 'html', 'text']);

/** A rule set holds rules, ready to be looked for. */
export interface RuleSet {
  /** A name of what it holds; other rules have another one. */
  readonly id: string;
  readonly technologies: readonly Technology[];
  /** By their lower-case names. */
  readonly byName: ReadonlyMap<string, Technology>;
  /** Of headers, cookies, metas and records, by the place and then by the key. */
  readonly keyed: ReadonlyMap<Place, KeyedSigns>;
  /** The few rules that are tried on every value: `url`, `issuer`, `element`. */
  readonly always: readonly Sign[];
  /** Of the page, whose literals stand in `index` in the same order. */
  readonly indexed: readonly Sign[];
  readonly index: LiteralIndex;
}

export interface KeyedSigns {
  readonly exact: ReadonlyMap<string, readonly Sign[]>;
  /** Keys without their `*`. */
  readonly prefixes: readonly { readonly prefix: string; readonly sign: Sign }[];
}

/**
 * Signs of several sets together. Where two tell of technologies of one name, they are one: what the first says of it
 * counts, and the signs of both. `implied`: technologies without a sign of their own, which others may imply. `id`: the name of it all.
 */
export function createRuleSet(
  sets: readonly (readonly Sign[])[],
  { implied = [], id = '' }: { readonly implied?: readonly Technology[]; readonly id?: string } = {},
): RuleSet {
  const byName = new Map<string, Technology>();
  const signs = sets.flat().map((sign): Sign => {
    const name = sign.technology.name.toLowerCase();
    const known = byName.get(name);
    if (known === undefined) byName.set(name, sign.technology);
    return known === undefined || known === sign.technology ? sign : { ...sign, technology: known };
  });
  for (const technology of implied) {
    const name = technology.name.toLowerCase();
    if (!byName.has(name)) byName.set(name, technology);
  }
  const keyed = new Map<Place, KeyedSigns>();
  for (const place of ['header', 'cookie', 'meta', 'dns', 'icon'] as const) {
    const own = signs.filter((sign) => sign.place === place && sign.key !== undefined);
    keyed.set(place, {
      exact: Map.groupBy(
        own.filter(({ key }) => !key!.endsWith('*')),
        ({ key }) => key!,
      ),
      prefixes: own.flatMap((sign) =>
        sign.key!.endsWith('*') ? [{ prefix: sign.key!.slice(0, -1), sign }] : [],
      ),
    });
  }
  const ofPage = signs.filter(({ place, key }) => key === undefined && inPage.has(place));
  const isIndexed = ({ matcher }: Sign) => matcher?.literals?.every(({ length }) => length >= gramLength);
  const indexed = ofPage.filter(isIndexed);
  return {
    id,
    technologies: [...byName.values()],
    byName,
    keyed,
    always: [
      ...ofPage.filter((sign) => !isIndexed(sign)),
      ...signs.filter(({ place, key }) => key === undefined && !inPage.has(place)),
    ],
    indexed,
    index: new LiteralIndex(indexed.map(({ matcher }) => matcher!.literals!)),
  };
}
