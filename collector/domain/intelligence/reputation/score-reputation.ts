import type { ComponentPoints } from './component-points.ts';
import { pointsOfFindings } from './points-of-findings.ts';
import {
  pointsOfDiversity,
  pointsOfPerformance,
  pointsOfStability,
  pointsOfThreat,
} from './points-of-knowledge.ts';
import type { ReputationInput } from './reputation-input.ts';
import {
  type ComponentScore,
  type ReputationComponent,
  type ReputationScore,
  reputationComponents,
} from './reputation-score.ts';

/** The weights add up to 1000, for the case that all is measured. */
const weights: Readonly<Record<ReputationComponent, number>> = {
  dns_config: 150,
  email_auth: 175,
  dnssec: 125,
  ssl_tls: 175,
  stability: 75,
  threat_intel: 200,
  diversity: 50,
  performance: 50,
};

const checks = {
  dns_config: ['records', 'delegation', 'name-servers', 'propagation', 'svcb'],
  email_auth: ['spf', 'dkim', 'dmarc', 'mta-sts', 'tls-rpt', 'smtp', 'mx', 'dane', 'bimi'],
  dnssec: ['dnssec', 'zonemd', 'multi-signer'],
  ssl_tls: ['tls', 'caa'],
} as const;

const grades = [
  ['A+', 950],
  ['A', 900],
  ['B', 800],
  ['C', 700],
  ['D', 600],
  ['E', 500],
  ['F', 0],
] as const;

/** However good the rest: a domain that lists of threats have under these severities has no better score. */
const ceilings = { critical: 200, high: 350 } as const;
const mostRecommendations = 10;

/**
 * Scores the reputation of a domain. Eight components have weights that add up to 1000; if one could not be measured,
 * its weight is shared out among the others. Each point that is missing has its reason.
 */
export function scoreReputation(input: ReputationInput): ReputationScore {
  const measured = reputationComponents.map((component) => ({
    component,
    measure: measureOf(component, input),
  }));
  const possible = shares(
    measured.filter(({ measure }) => measure !== null).map(({ component }) => component),
  );
  const components = measured.map(({ component, measure }): ComponentScore => {
    const share = possible.get(component) ?? 0;
    return {
      component,
      weight: weights[component],
      points: measure?.points ?? null,
      contribution: Math.round(((measure?.points ?? 0) * share) / 100),
      possible: share,
      reasons: (measure?.reasons ?? []).map(({ points, message, rule }) => ({ points, message, rule })),
    };
  });
  const sum = components.reduce((total, { contribution }) => total + contribution, 0);
  const severity = input.threat?.severity;
  const limit = severity === 'critical' || severity === 'high' ? ceilings[severity] : undefined;
  const score = possible.size === 0 ? null : Math.min(sum, limit ?? sum);
  return {
    domain: input.domain,
    score,
    grade: score === null ? null : (grades.find(([, least]) => score >= least)?.[0] ?? 'F'),
    ceiling: limit !== undefined && limit < sum ? limit : null,
    components,
    recommendations: recommend(measured, possible),
  };
}

function measureOf(component: ReputationComponent, input: ReputationInput): ComponentPoints | null {
  switch (component) {
    case 'threat_intel':
      return input.threat && pointsOfThreat(input.threat);
    case 'stability':
      return pointsOfStability(input.stability, input.ageDays ?? null);
    case 'diversity':
      return input.diversity && pointsOfDiversity(input.diversity);
    case 'performance':
      return input.performance && pointsOfPerformance(input.performance);
    default:
      return pointsOfFindings(input.parts, checks[component]);
  }
}

/** Shares out 1000 points by weight, in whole points that add up (largest remainder). */
function shares(components: readonly ReputationComponent[]): Map<ReputationComponent, number> {
  const total = components.reduce((sum, component) => sum + weights[component], 0);
  const exact = components.map((component) => ({ component, share: (weights[component] * 1_000) / total }));
  const result = new Map(exact.map(({ component, share }) => [component, Math.floor(share)]));
  const missing = 1_000 - [...result.values()].reduce((sum, share) => sum + share, 0);
  const byRemainder = exact.toSorted((one, other) => (other.share % 1) - (one.share % 1));
  for (const { component } of byRemainder.slice(0, total === 0 ? 0 : missing)) {
    result.set(component, result.get(component)! + 1);
  }
  return result;
}

/** Recommends first what would bring most. */
function recommend(
  measured: readonly { component: ReputationComponent; measure: ComponentPoints | null }[],
  possible: ReadonlyMap<ReputationComponent, number>,
): string[] {
  const advice = measured.flatMap(({ component, measure }) =>
    (measure?.reasons ?? []).flatMap((reason) =>
      reason.advice === undefined
        ? []
        : { advice: reason.advice, gain: -reason.points * (possible.get(component) ?? 0) },
    ),
  );
  const sorted = advice.toSorted((one, other) => other.gain - one.gain).map((one) => one.advice);
  return [...new Set(sorted)].slice(0, mostRecommendations);
}
