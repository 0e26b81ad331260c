import type { NewSigmaRule } from '../../../ports/threats/sigma-rules.ts';
import {
  type Replay,
  type ReplayPorts,
  type ReplayResult,
  replayDetection,
} from '../replay/replay-detection.ts';
import { ruleSetOf } from './sigma-book.ts';

const samples = 5;

/** A tried rule says what it would have matched. */
export interface TriedRule {
  readonly rule: NewSigmaRule;
  matches: number;
  /** Threats that it would have opened. */
  threats: number;
  readonly sampleNames: Set<string>;
}

export interface SigmaTrial extends ReplayResult {
  readonly rules: readonly TriedRule[];
}

/** Runs rules that nobody has stored over stored rows, with what is excluded left out. Stores nothing and tells nobody. */
export async function trySigmaRules(
  rules: readonly NewSigmaRule[],
  replay: Omit<Replay, 'detectors' | 'indicators' | 'sigma' | 'onSighting'>,
  ports: ReplayPorts,
  signal: AbortSignal,
): Promise<SigmaTrial> {
  const tried = rules.map((rule): TriedRule => ({ rule, matches: 0, threats: 0, sampleNames: new Set() }));
  const sigma = await ruleSetOf(
    rules.flatMap(({ text, problem }, index) => (problem === null ? [{ id: index + 1, text }] : [])),
  );
  const subjects = new Set<string>();
  const result = await replayDetection(
    {
      ...replay,
      sigma,
      onSighting: ({ evidence, count, queryName, locationId, subject }) => {
        const one = tried[Number(evidence?.rule_number) - 1];
        if (one === undefined) return;
        one.matches += count;
        if (one.sampleNames.size < samples) one.sampleNames.add(queryName);
        const key = `${locationId} ${subject}`;
        if (!subjects.has(key)) {
          subjects.add(key);
          one.threats++;
        }
      },
    },
    ports,
    signal,
  );
  return { ...result, rules: tried };
}
