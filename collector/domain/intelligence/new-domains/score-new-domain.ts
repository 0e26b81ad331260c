import type { DgaModel } from '../../detection/dga/dga-model.ts';
import type { IndicatorMatcher } from '../../detection/indicator-matcher.ts';
import { cheapSuffixes, type ImitationIndex } from '../../detection/names/imitation-index.ts';
import { nameFacts } from '../../detection/names/name-facts.ts';
import { bait } from '../../detection/names/name-imitations.ts';

export interface NewDomainKnowledge {
  readonly matcher: Pick<IndicatorMatcher, 'match'>;
  readonly dgaModel: Pick<DgaModel, 'isFlagged'>;
  /** Labels that locations of the account watch for imitations. */
  readonly imitations: Pick<ImitationIndex, 'find'>;
}

export interface NewDomainScore {
  /** 0 to 100: how much speaks against the name by itself. */
  readonly score: number;
  /** `listed`, `made_up`, `bait`, `cheap_suffix`, or how it imitates a watched name. */
  readonly reasons: readonly string[];
}

const points = { made_up: 45, bait: 25, cheap_suffix: 15 };

/** Scores a new domain by its letters, by the names that it imitates, and by lists. */
export function scoreNewDomain(
  domain: string,
  { matcher, dgaModel, imitations }: NewDomainKnowledge,
): NewDomainScore {
  const { label, suffix, class: kind } = nameFacts(domain);
  const imitation = imitations.find(domain, { registrable: domain, label, suffix })[0];
  const reasons = [
    ...(matcher.match(domain) === undefined ? [] : ['listed']),
    ...(imitation === undefined ? [] : [imitation.imitation]),
    ...(kind === 'ordinary' && dgaModel.isFlagged(label) ? ['made_up'] : []),
    ...(label.split('-').some((part) => bait.test(part)) ? ['bait'] : []),
    ...(cheapSuffixes.test(`.${suffix}`) ? ['cheap_suffix'] : []),
  ];
  const sum = reasons.reduce((total, reason) => total + (points[reason as keyof typeof points] ?? 0), 0);
  const score = reasons.includes('listed') ? 100 : Math.min(100, Math.max(sum, imitation?.score ?? 0));
  return { score, reasons };
}
