import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { DgaSettings } from '../../settings.ts';
import { shortestJudged } from '../dga-model.ts';
import type { LanguageModel } from '../language-model.ts';
import type { FailedName, FailedNames } from './failed-names.ts';
import { areVariants, sharedParts } from './shared-parts.ts';
import { sumOfEvidence } from './sum-of-evidence.ts';

export interface NamesJudgement {
  readonly severity: 'info' | 'low' | 'medium' | 'high';
  /** The text tells what the client did, to be put behind its address. */
  readonly told: string;
  readonly evidence: { readonly [key: string]: Json };
}

/** What a name weighs that a policy blocks or no server answers for, beside one that nobody says exists. */
const unprovenWeight = 0.6;
const slowUnproven = 16;
/** The different labels of which some must be made up: one dead label under ten top-level domains is one name. */
const leastLabels = 3;
const shareForParts = 0.8;
/** Of what failed within a day, the latest so many times the names of ten minutes are judged together, by so much more evidence. */
const dayTimes = 4;
const dayEvidence = 1.2;
const samples = 10;
const daySeconds = 86_400;
const shortestLabel = 5;
/** Bits a character of letters that are drawn; words have 3 to 4.5. */
const randomBits = 5.8;
/** Of a day's failing names on a machine in use, those that the registry denies, under so many endings at most. */
const inUseProven = 0.9;
const mostEndings = 8;
/** Failing domains that are put together from words, on a machine that people use meanwhile. */
const composedDomains = 28;

/** Judges a client's failing domains together, by the surest sign first; `newest` is the latest of them. */
export function judgeNames(
  names: FailedNames,
  newest: FailedName,
  settings: DgaSettings,
  language: LanguageModel,
): NamesJudgement | undefined {
  return (
    madeUpNames(names, newest, settings) ??
    slowNames(names, newest, settings) ??
    strangeNames(names, newest, settings) ??
    strangeDay(names, newest, settings) ??
    shortNames(names, newest, settings, language) ??
    pattern(names, newest, settings, language) ??
    slowPattern(names, newest, settings, language)
  );
}

function madeUpNames(
  names: FailedNames,
  newest: FailedName,
  { recentDomains, flaggedDomains, windowSeconds }: DgaSettings,
): NamesJudgement | undefined {
  if (newest.verdict === undefined || !isSuspect(newest)) return undefined;
  const recent = names.latest(recentDomains);
  const suspects = recent.filter((name) => isSuspect(name) && name.at > newest.at - windowSeconds);
  if (
    weightOf(suspects) < flaggedDomains ||
    labelsOf(suspects).length < Math.min(leastLabels, flaggedDomains)
  )
    return undefined;
  const { score, reasons } = newest.verdict;
  return {
    severity: weightOf(suspects) >= recentDomains - 1 ? 'high' : 'medium',
    told: `asked for ${suspects.length} made-up domains among the last ${recent.length} that do not exist`,
    evidence: {
      method: 'character model on the registrable label, and a cluster of NXDOMAIN answers of one client',
      flagged_domains: suspects.map(({ domain }) => domain),
      recent_failed_domains: recent.length,
      score: Number(score.toFixed(3)),
      reasons: reasons.map(({ feature, effect }) => `${feature} ${effect.toFixed(2)}`),
      ...times(suspects, newest),
    },
  };
}

/** A generator that asks now and then: nearly all of what failed for the client within a day. */
function slowNames(
  names: FailedNames,
  newest: FailedName,
  { recentDomains, slowDomains }: DgaSettings,
): NamesJudgement | undefined {
  if (newest.verdict === undefined || !isAsked(newest)) return undefined;
  const among = (count: number): FailedName[] =>
    names
      .latest(count)
      .filter((name) => isSuspect(name) && isAsked(name) && name.at > newest.at - daySeconds);
  let latest = recentDomains;
  let suspects = among(latest);
  if (labelsOf(suspects).length < slowDomains || weightOf(suspects) < slowDomains) {
    latest = slowUnproven;
    suspects = among(latest);
    if (labelsOf(suspects).length < slowDomains || weightOf(suspects) < slowDomains) return undefined;
  }
  return {
    // What a policy blocks, or no server answers for, may yet exist.
    severity: suspects.every(isProven) ? 'medium' : 'low',
    told: `asked for ${suspects.length} made-up domains within a day among the last ${latest} that do not exist`,
    evidence: {
      method: 'character model on the registrable label, over all that failed for one client within a day',
      flagged_domains: suspects.map(({ domain }) => domain),
      recent_failed_domains: latest,
      ...times(suspects, newest),
    },
  };
}

function isSuspect(name: FailedName): boolean {
  return name.verdict !== undefined && mayBeMadeUp(name);
}

/**
 * Asked for itself, unless the registry says that there is none: what blockers block has strange names, mostly of hosts below
 * domains. What several clients of the site ask for in their turn is no generator's.
 */
function mayBeMadeUp({ isBare, isCommon, existence }: FailedName): boolean {
  return existence === 'absent' || (isBare && !isCommon);
}

function weightOf(names: readonly FailedName[]): number {
  return names.reduce(
    (sum, { existence }) =>
      sum + (existence === 'blocked' || existence === 'unanswered' ? unprovenWeight : 1),
    0,
  );
}

/** Asked for itself, and somebody or nobody said something that makes it as good as missing. */
function isAsked({ isBare, existence }: FailedName): boolean {
  return isBare && existence !== 'unknown';
}

/** Asked for itself, and denied by the zone above. */
function isProven({ isBare, existence }: FailedName): boolean {
  return isBare && existence === 'absent';
}

/** Labels too short to be judged one by one, which together are unlike any language. */
function shortNames(
  names: FailedNames,
  newest: FailedName,
  { windowSeconds, patternDomains }: DgaSettings,
  language: LanguageModel,
): NamesJudgement | undefined {
  if (!isShort(newest) || !newest.isBare) return undefined;
  const counts = ({ existence }: FailedName): boolean => existence !== 'blocked';
  return (
    shortAmong(names.since(newest.at - windowSeconds).filter(counts), newest, patternDomains, language) ??
    // Over a day there are slips of the hand among them: only what the registry denies counts, and more of it.
    shortAmong(
      names
        .since(newest.at - daySeconds)
        .filter(isProven)
        .slice(-patternDomains * 2),
      newest,
      patternDomains * 1.5,
      language,
    )
  );
}

function shortAmong(
  recent: readonly FailedName[],
  newest: FailedName,
  least: number,
  language: LanguageModel,
): NamesJudgement | undefined {
  const short = recent.filter((name) => isShort(name) && name.isBare);
  const labels = labelsOf(short);
  if (labels.length < least || short.length < recent.length * shareForParts) return undefined;
  const characters = labels.reduce((sum, label) => sum + label.length, 0);
  const bits = labels.reduce((sum, label) => sum + language.bits(label), 0);
  if (bits < characters * randomBits) return undefined;
  return {
    severity: 'medium',
    told: `asked for ${short.length} different short domains that do not exist and are unlike any language`,
    evidence: {
      method: 'bits a character over the short labels of NXDOMAIN answers of one client',
      sample_domains: short.slice(-samples).map(({ domain }) => domain),
      failed_domains: recent.length,
      bits_per_character: Number((bits / characters).toFixed(2)),
      ...times(short, newest),
    },
  };
}

function isShort({ label }: FailedName): boolean {
  return label.length >= shortestLabel && label.length < shortestJudged && /^[a-z]+$/.test(label);
}

function strangeNames(
  names: FailedNames,
  newest: FailedName,
  { windowSeconds, evidenceDomains, evidence: limit }: DgaSettings,
): NamesJudgement | undefined {
  // What a policy blocks exists, mostly, and trackers have strange names.
  const counts = (name: FailedName): boolean =>
    name.odds !== undefined && name.existence !== 'blocked' && mayBeMadeUp(name);
  if (!counts(newest)) return undefined;
  return strangeAmong(names.since(newest.at - windowSeconds).filter(counts), newest, {
    evidenceDomains,
    evidence: limit,
    severity: 'medium',
  });
}

/**
 * Over a day there are slips, dead links and abbreviations among them: only what the registry denies and can be spoken counts, twice as
 * many, and more evidence. What can't be spoken is judged by itself.
 */
function strangeDay(
  names: FailedNames,
  newest: FailedName,
  { evidenceDomains, evidence }: DgaSettings,
): NamesJudgement | undefined {
  if (!isStrange(newest)) return undefined;
  const recent = names
    .since(newest.at - daySeconds)
    .filter(isStrange)
    .slice(-evidenceDomains * dayTimes);
  return strangeAmong(recent, newest, {
    evidenceDomains: evidenceDomains * 2,
    evidence: evidence * dayEvidence,
    severity: 'low',
  });
}

/** Denied by the registry, of letters alone, without three consonants in a row. */
function isStrange(name: FailedName): boolean {
  if (name.odds === undefined || !isProven(name)) return false;
  return /^[a-z]+$/.test(name.label) && !/[^aeiouy]{3}/.test(name.label);
}

function strangeAmong(
  recent: readonly FailedName[],
  newest: FailedName,
  {
    evidenceDomains,
    evidence,
    severity,
  }: Pick<DgaSettings, 'evidenceDomains' | 'evidence'> & Pick<NamesJudgement, 'severity'>,
): NamesJudgement | undefined {
  if (recent.length < evidenceDomains) return undefined;
  const { labels, mean, sum } = sumOfEvidence(recent);
  if (labels < evidenceDomains || sum < evidence) return undefined;
  return {
    severity,
    told: `asked for ${recent.length} domains that do not exist and that together look made up`,
    evidence: {
      method: 'sum of evidence of the character model over the NXDOMAIN answers of one client',
      sample_domains: recent.slice(-samples).map(({ domain }) => domain),
      failed_domains: recent.length,
      mean_log_odds: Number(mean.toFixed(2)),
      evidence: Number(sum.toFixed(2)),
      ...times(recent, newest),
    },
  };
}

/** For labels that are made to be read: what they share, and that nearly nothing that the client asks for exists. */
function pattern(
  names: FailedNames,
  newest: FailedName,
  { windowSeconds, patternDomains, failingDomains, failingShare }: DgaSettings,
  language: LanguageModel,
): NamesJudgement | undefined {
  const since = newest.at - windowSeconds;
  // When no server answers, all that anybody asks for fails.
  const bare = names.since(since).filter(({ isBare, existence }) => isBare && existence !== 'unanswered');
  // Not at each name: comparing all parts of all labels is dear.
  if (!newest.isBare || bare.length < patternDomains || names.added % 4 !== 0) return undefined;
  const alive = names.aliveSince(since);
  const isAlone = bare.length >= (bare.length + alive.bare) * shareForParts;
  if (!isAlone && bare.length < composedDomains) return undefined;
  const labels = labelsOf(bare).filter((label) => label.length >= shortestJudged);
  if (labels.length < patternDomains) return undefined;
  const parts = sharedParts(labels, language);
  const share = bare.length / (bare.length + alive.all);
  const isMany =
    isAlone && bare.length >= failingDomains && share >= failingShare && labels.length >= bare.length * 0.9;
  if (parts === undefined && (!isMany || areVariants(labels))) return undefined;
  const proven = bare.filter(({ existence }) => existence === 'absent').length;
  return {
    severity: parts !== undefined ? (isAlone ? 'medium' : 'low') : proven === bare.length ? 'low' : 'info',
    told: `asked for ${bare.length} different domains that do not exist${isAlone ? ', and hardly for one that does' : ''}`,
    evidence: {
      method: 'pattern of NXDOMAIN answers of one client for domains themselves',
      sample_domains: bare.slice(-samples).map(({ domain }) => domain),
      failed_domains: bare.length,
      failing_share: Number(share.toFixed(2)),
      denied_by_the_zone_above: proven,
      shared_parts: parts ?? 'none',
      ...times(bare, newest),
    },
  };
}

/**
 * Words that a counter combines, on a machine that people use meanwhile: what is left of a day's names that the registry
 * denies. Parts that they share are a sign at half the number.
 */
function slowPattern(
  names: FailedNames,
  newest: FailedName,
  { inUseDomains, inUseShare }: DgaSettings,
  language: LanguageModel,
): NamesJudgement | undefined {
  // Not at each name: comparing all parts of all labels is dear.
  if (!isProven(newest) || names.added % 8 !== 0) return undefined;
  const recent = names.since(newest.at - daySeconds).slice(-inUseDomains * 1.25);
  const proven = recent.filter(isProven);
  if (proven.length < inUseDomains / 2 || proven.length < recent.length * inUseProven) return undefined;
  const alive = names.aliveAfter(recent[0]!);
  const share = proven.length / (proven.length + alive);
  if (share < inUseShare) return undefined;
  const labels = labelsOf(proven).filter((label) => label.length >= shortestLabel);
  if (labels.length < proven.length * inUseProven || areVariants(labels)) return undefined;
  const parts = sharedParts(labels, language);
  const endings = new Set(proven.map(({ domain, label }) => domain.slice(label.length)));
  const isMany = proven.length >= inUseDomains && endings.size <= mostEndings;
  if (parts === undefined && !isMany) return undefined;
  return {
    severity: 'low',
    told: `asked for ${proven.length} different domains within a day that the registry denies, and for nothing below them`,
    evidence: {
      method: 'pattern of NXDOMAIN answers of one client for domains themselves, over a day',
      sample_domains: proven.slice(-samples).map(({ domain }) => domain),
      failed_domains: recent.length,
      failing_share: Number(share.toFixed(2)),
      endings: endings.size,
      shared_parts: parts ?? 'none',
      ...times(proven, newest),
    },
  };
}

function labelsOf(names: readonly FailedName[]): string[] {
  return [...new Set(names.map(({ label }) => label))];
}

function times(names: readonly FailedName[], newest: FailedName): { from: string; to: string } {
  return {
    from: new Date(Math.min(...names.map(({ at }) => at)) * 1_000).toISOString(),
    to: new Date(newest.at * 1_000).toISOString(),
  };
}
