import type { DetectedTechnology } from '../../../ports/web-page.ts';
import type { RuleSet } from './rule-set.ts';
import type { Seen, Technology } from './technology.ts';

/** Steps from what was seen to what that implies. */
const mostSteps = 8;

interface Held {
  readonly technology: Technology;
  readonly version: string | null;
  readonly confidence: number;
  readonly evidence: string;
}

/**
 * Concludes the technologies from the seen signs: signs that agree make each other surer; then the implied, excluded
 * and required technologies are applied.
 */
export function conclude(
  seen: readonly Seen[],
  rules: Pick<RuleSet, 'byName'>,
): readonly DetectedTechnology[] {
  const held = new Map<Technology, Held>();
  for (const [technology, signs] of Map.groupBy(seen, (one) => one.technology)) {
    held.set(technology, together(technology, signs));
  }
  dropUnmet(held);
  imply(held, rules);
  exclude(held);
  return [...held.values()]
    .map(({ technology: { name, category, subcategory, website }, version, confidence, evidence }) => ({
      name,
      category,
      subcategory,
      version,
      confidence,
      evidence,
      website,
    }))
    .toSorted(
      (one, other) => one.category.localeCompare(other.category) || one.name.localeCompare(other.name),
    );
}

/** Of versions the one that says most, by the surest sign of one. */
function together(technology: Technology, signs: readonly Seen[]): Held {
  const doubt = signs.reduce((product, { confidence }) => product * (1 - confidence / 100), 1);
  const best = signs.toSorted(
    (one, other) =>
      Number(other.version !== null) - Number(one.version !== null) ||
      other.confidence - one.confidence ||
      (other.version?.length ?? 0) - (one.version?.length ?? 0),
  )[0]!;
  return {
    technology,
    version: best.version,
    confidence: Math.max(1, Math.min(100, Math.round((1 - doubt) * 100))),
    evidence: best.evidence,
  };
}

function imply(held: Map<Technology, Held>, { byName }: Pick<RuleSet, 'byName'>): void {
  let fresh = [...held.values()];
  for (let step = 0; step < mostSteps && fresh.length > 0; step++) {
    const more: Held[] = [];
    for (const { technology, confidence } of fresh) {
      for (const { name, confidence: sure } of technology.implies) {
        const implied = byName.get(name.toLowerCase());
        if (implied === undefined || held.has(implied)) continue;
        const one = {
          technology: implied,
          version: null,
          confidence: Math.max(1, Math.round((confidence * sure) / 100)),
          evidence: `implied by ${technology.name}`,
        };
        held.set(implied, one);
        more.push(one);
      }
    }
    fresh = more;
  }
}

/** The surer one of two that can't be there together stays. */
function exclude(held: Map<Technology, Held>): void {
  for (const { technology } of [...held.values()].toSorted(
    (one, other) => other.confidence - one.confidence,
  )) {
    if (!held.has(technology)) continue;
    const names = new Set(technology.excludes.map((name) => name.toLowerCase()));
    for (const other of [...held.keys()]) if (names.has(other.name.toLowerCase())) held.delete(other);
  }
}

/** Until nothing more falls: what is left may have required what fell. */
function dropUnmet(held: Map<Technology, Held>): void {
  for (let before = -1; before !== held.size; ) {
    before = held.size;
    const names = new Set([...held.keys()].map(({ name }) => name.toLowerCase()));
    const categories = new Set([...held.keys()].map(({ category }) => category));
    for (const technology of [...held.keys()]) {
      const { requires, requiresCategory } = technology;
      const hasOne = requires.length === 0 || requires.some((one) => names.has(one.toLowerCase()));
      const hasKind = requiresCategory.length === 0 || requiresCategory.some((one) => categories.has(one));
      if (!hasOne || !hasKind) held.delete(technology);
    }
  }
}
