import type { Threat } from '../../../ports/threats/threats.ts';
import { stepsFor } from '../catalogue/index.ts';

const ranks = ['critical', 'high', 'medium', 'low', 'info'] as const;
const mostSteps = 8;
const mostCauses = 3;

/** Says what to do next about a case: the steps of its worst threats first, each once. */
export function nextSteps(
  threats: readonly Pick<Threat, 'type' | 'severity' | 'status' | 'evidence'>[],
): string[] {
  const open = threats.filter(({ status }) => status === 'open');
  const worstFirst = open.toSorted(
    (one, other) => ranks.indexOf(one.severity) - ranks.indexOf(other.severity),
  );
  const types = [
    ...new Set(worstFirst.filter(({ severity }) => severity !== 'info').map(({ type }) => type)),
  ];
  const clients = types.length > 1 ? ['Begin with the client: several kinds of evidence point to it.'] : [];
  return [...new Set([...clients, ...harmlessCauses(worstFirst), ...types.flatMap(stepsFor)])].slice(
    0,
    mostSteps,
  );
}

/** What the rules say that else looks like their matches. */
function harmlessCauses(threats: readonly Pick<Threat, 'type' | 'evidence'>[]): string[] {
  return threats
    .flatMap(({ type, evidence }) => {
      const { title, false_positives: causes } = evidence ?? {};
      if (type !== 'sigma' || typeof title !== 'string' || !Array.isArray(causes) || causes.length === 0)
        return [];
      return [`The rule "${title}" has known false positives: ${causes.join('; ')}.`];
    })
    .slice(0, mostCauses);
}
