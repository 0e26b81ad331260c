/** A piece of abuse evidence is one thing that speaks against an address. */
export interface AbuseEvidence {
  readonly source: string;
  readonly kind: 'feed' | 'blacklist' | 'report' | 'sighting' | 'provider';
  /** Sources of one group are not independent of each other: the weightiest counts. */
  readonly group: string;
  /** The address, or the network that is listed. */
  readonly about: string;
  readonly reason: string | null;
  /** Milliseconds; null if nobody says. */
  readonly seenAt: number | null;
  /** 0 to 1: how far the source is trusted, and how bad it is what it says. */
  readonly weight: number;
  readonly severity: number;
  /** In days. */
  readonly halfLife: number;
  /** Whether a whole network is meant. */
  readonly isNetwork: boolean;
  /** Sources that it was gathered from: together with them it would count twice. */
  readonly gatheredFrom?: readonly string[];
}

export interface ScoredEvidence extends AbuseEvidence {
  /** The score by this evidence alone. */
  readonly points: number;
  readonly counted: boolean;
}

export interface AbuseScore {
  /** 0 to 100. */
  readonly confidence: number;
  readonly evidence: readonly ScoredEvidence[];
}

export interface AbuseContext {
  /** Milliseconds. */
  readonly now: number;
  /** Known to be good: everything is shown and nothing counts. */
  readonly isWhitelisted: boolean;
  /** Many people's address at once, such as of a relay: what one of them did says half as much. */
  readonly isShared: boolean;
}

const dayMilliseconds = 86_400_000;
const capOfGroup = 0.6;
const capOfNetwork = 0.4;
/** Networks that are the wrongdoer's as a whole. */
const capOfDroppedNetwork = 0.6;
const capOfMail = 0.3;
/** Lists about mail count together, as this group. */
export const mailGroup = 'mail-blacklists';

/**
 * Scores how sure it is that an address does harm: p = weight x severity x 2^(-age / half-life) for each piece of
 * evidence, the greatest of each group of sources that are not independent, and 100 x (1 - product of (1 - p)). Further
 * evidence never lowers it, and its order does not matter.
 */
export function scoreAbuse(evidence: readonly AbuseEvidence[], context: AbuseContext): AbuseScore {
  const weighed = evidence.map((one) => ({ one, p: probability(one, context) }));
  const aggregates = weighed.filter(({ one }) => one.gatheredFrom !== undefined);
  const singles = weighed.filter(({ one }) => one.gatheredFrom === undefined);
  const groups = new Map<string, number>();
  for (const { one, p } of singles) groups.set(one.group, Math.max(groups.get(one.group) ?? 0, p));
  const doubtOf = (left: (group: string) => boolean) =>
    [...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .reduce((product, [group, p]) => (left(group) ? product * (1 - p) : product), 1);
  // An aggregate in place of what it was gathered from, where that says more.
  let doubt = doubtOf(() => true);
  let chosen: (typeof weighed)[number] | undefined;
  for (const candidate of aggregates) {
    const parts = new Set(candidate.one.gatheredFrom);
    const other = (1 - candidate.p) * doubtOf((group) => !parts.has(group));
    if (other < doubt) [doubt, chosen] = [other, candidate];
  }
  const inChosen = new Set(chosen?.one.gatheredFrom ?? []);
  const counts = (entry: (typeof weighed)[number]): boolean => {
    if (entry.p === 0) return false;
    if (entry.one.gatheredFrom !== undefined) return entry === chosen;
    return entry.p === groups.get(entry.one.group) && !inChosen.has(entry.one.group);
  };
  return {
    confidence: Math.min(100, Math.round((1 - doubt) * 100)),
    evidence: weighed
      .map((entry) => ({ ...entry.one, points: Math.round(entry.p * 100), counted: counts(entry) }))
      .toSorted((a, b) => b.points - a.points || (a.source < b.source ? -1 : 1)),
  };
}

function probability(evidence: AbuseEvidence, { now, isWhitelisted, isShared }: AbuseContext): number {
  if (isWhitelisted) return 0;
  const { weight, severity, seenAt, halfLife, isNetwork, source, group } = evidence;
  const age = seenAt === null ? 0 : Math.max(0, now - seenAt) / dayMilliseconds;
  const plain = weight * severity * 2 ** (-age / halfLife) * (isShared ? 0.5 : 1);
  const dropped = source.startsWith('spamhaus-drop');
  const cap = isNetwork ? (dropped ? capOfDroppedNetwork : capOfNetwork) : capOfGroup;
  return Math.max(0, Math.min(plain, cap, group === mailGroup ? capOfMail : 1));
}
