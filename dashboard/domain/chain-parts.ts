import type { AnswerOf } from '@sonde/client/operation-types.ts';

export type ChainZone = NonNullable<
  NonNullable<AnswerOf<'POST /api/v2/audit/dnssec'>['audit']>['zones']
>[number];
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A chain part is a key or a signed set of records in a zone of the picture. */
export interface ChainPart {
  readonly id: string;
  /** `missing`: a key that something names and that is not there. */
  readonly kind: 'key' | 'set' | 'missing';
  /** 0: keys that the zone above names; 1: other keys; 2: what is signed. */
  readonly layer: 0 | 1 | 2;
  readonly tone: Tone;
  readonly key?: NonNullable<ChainZone['keys']>[number];
  readonly set?: ChainZone['sets'][number];
  readonly tag?: number;
  /** Of a key: whether a trust anchor names it. */
  readonly anchored?: boolean;
}

/** A chain link is a signature or a DS record with which one part vouches for another. */
export interface ChainLink {
  /** Undefined: nothing in the picture, the zone above as a whole. */
  readonly from: string | undefined;
  /** Undefined: the zone as a whole. */
  readonly to: string | undefined;
  readonly tone: Tone;
  readonly kind: 'signature' | 'ds' | 'no-ds' | 'unknown';
  readonly signature?: ChainZone['sets'][number]['signatures'][number];
}

export interface ChainZoneParts {
  readonly zone: ChainZone;
  readonly parts: readonly ChainPart[];
  readonly links: readonly ChainLink[];
}

type State = ChainZone['sets'][number]['signatures'][number]['state'];
const toneOfState = (state: State): Tone =>
  state === 'good' ? 'good' : state === null || state === 'unsupported' ? 'plain' : 'bad';

/** Splits the zones into the parts that the picture draws: keys, signed sets, and the links between them. */
export function chainParts(zones: readonly ChainZone[]): ChainZoneParts[] {
  const found: ChainZoneParts[] = [];
  for (const zone of zones) found.push(partsOf(zone, found.at(-1)));
  return found;
}

function partsOf(zone: ChainZone, above: ChainZoneParts | undefined): ChainZoneParts {
  const trusted = zone.status === 'secure';
  const keys = zone.keys ?? [];
  const id = (key: { key_tag: number }) => `${zone.zone} key ${key.key_tag}`;
  const named = new Set([...(zone.anchors ?? []), ...(zone.signers ?? []).map(({ key_tag: tag }) => tag)]);
  const parts = new Map<string, ChainPart>();
  for (const key of keys) {
    const anchored = zone.anchors?.includes(key.key_tag) === true;
    const tone = key.revoked ? 'bad' : trusted ? 'good' : 'plain';
    const layer = key.vouched_for || key.secure_entry_point || named.has(key.key_tag) ? 0 : 1;
    parts.set(id(key), { id: id(key), kind: 'key', layer, tone, key, tag: key.key_tag, anchored });
  }
  const missing = (tag: number): string => {
    const part = `${zone.zone} key ${tag}`;
    if (!parts.has(part)) parts.set(part, { id: part, kind: 'missing', layer: 0, tone: 'bad', tag });
    return part;
  };
  const links: ChainLink[] = linksFromAbove(zone, above, missing);
  for (const set of zone.sets) {
    const isKeys = set.type === 'DNSKEY' && set.name === zone.zone;
    if (isKeys && set.signatures.length > 0) {
      for (const signature of set.signatures) {
        const from = missing(signature.key_tag);
        const others = keys.map(id).filter((other) => other !== from);
        const tone = toneOfState(signature.state);
        for (const to of others.length > 0 ? others : [from])
          links.push({ from, to, tone, kind: 'signature', signature });
      }
      continue;
    }
    const part = `${zone.zone} ${set.name} ${set.type}`;
    parts.set(part, { id: part, kind: 'set', layer: 2, tone: toneOfSet(set, zone), set });
    for (const signature of set.signatures) {
      const tone = toneOfState(signature.state);
      links.push({ from: missing(signature.key_tag), to: part, tone, kind: 'signature', signature });
    }
  }
  return { zone, parts: [...parts.values()], links };
}

/** The DS records of the zone above, or that it says there are none. */
function linksFromAbove(
  { zone, signers, keys }: ChainZone,
  above: ChainZoneParts | undefined,
  keyOf: (tag: number) => string,
): ChainLink[] {
  if (above === undefined) return [];
  const from = above.parts.find(({ set }) => set?.type === 'DS' && set.name === zone)?.id;
  if (signers !== null && signers.length > 0) {
    return signers.map(({ key_tag: tag, matches }) => {
      const tone = matches === null ? 'plain' : matches ? 'good' : 'bad';
      // Keys that nobody could look up are not missing.
      return { from, to: keys === null ? undefined : keyOf(tag), tone, kind: 'ds' };
    });
  }
  const denial = above.parts.find(({ set }) => set !== undefined && set.denies === `${zone} DS`)?.id;
  return [{ from: denial, to: undefined, tone: 'plain', kind: signers === null ? 'unknown' : 'no-ds' }];
}

/** Signed sets hold if one signature does; in a zone with keys that is trusted, each has to have one. */
function toneOfSet(set: ChainZone['sets'][number], zone: ChainZone): Tone {
  const good = set.signatures.some(({ state }) => state === 'good');
  if (zone.status === 'insecure' || zone.status === null) return 'plain';
  if (good) return zone.status === 'secure' ? 'good' : 'plain';
  return zone.status === 'indeterminate' ? 'plain' : 'bad';
}
