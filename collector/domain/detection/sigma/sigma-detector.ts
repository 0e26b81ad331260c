import type { BatchRows } from '../batch-rows.ts';
import type { Finding } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import { LocatedMap } from '../state/located-map.ts';
import { RowValues } from './row-values.ts';
import type { ActiveRule, SigmaRuleSet } from './rule-set.ts';

/** Comparisons that a row may take on average, and that may be saved up for rows that take more. */
const perRow = 400;
const saved = 200_000;
/** Clients of a rule and location that have threats of their own in a day; those beyond share one. */
const mostClients = 50;
const followedRules = 10_000;
const daySeconds = 86_400;

/** The clients that one rule was told of at one location, on one day. */
interface Told {
  day: number;
  readonly clients: Set<string>;
}

/**
 * Detects what the operator's Sigma rules say. What they may take is bounded: rules that are left out for want of time are told to
 * `onSkipped`, with how many there were.
 */
export function createSigmaDetector(onSkipped: (rules: number) => void = () => {}): RowDetector {
  const values = new RowValues();
  const told = new LocatedMap<Told>(followedRules);
  /** Comparisons that each account's rules may take yet. */
  const budgets = new WeakMap<SigmaRuleSet, number>();
  const tried = new Set<number>();
  let batch: BatchRows | undefined;
  let byName = new Map<SigmaRuleSet, (readonly number[] | undefined)[]>();

  const ofName = (rules: SigmaRuleSet, row: BatchRows): readonly number[] => {
    if (row !== batch) {
      batch = row;
      byName = new Map();
    }
    let known = byName.get(rules);
    if (known === undefined) {
      known = [];
      byName.set(rules, known);
    }
    const id = row.nameId;
    const candidates = known[id] ?? rules.ofName(row);
    known[id] = candidates;
    return candidates;
  };

  return {
    name: 'sigma',
    isIdle: ({ sigma }) => sigma === undefined || sigma.size === 0,
    observe: (row, { sigma }, report) => {
      if (sigma === undefined) return;
      let candidates = ofName(sigma, row);
      tried.clear();
      sigma.others(row, (index) => tried.add(index));
      if (tried.size > 0) {
        for (const index of candidates) tried.add(index);
        candidates = [...tried];
      }
      let budget = Math.min(saved, (budgets.get(sigma) ?? saved) + perRow);
      values.begin(row);
      for (const [place, index] of candidates.entries()) {
        if (budget <= 0) {
          onSkipped(candidates.length - place);
          break;
        }
        const active = sigma.rule(index);
        values.spent = 1;
        const holds = active.rule.condition.holds(values);
        budget -= values.spent;
        if (holds) report.add(row, finding(row, active, isOwn(told, row, active)));
      }
      budgets.set(sigma, budget);
    },
  };
}

/** Whether the client's matches are a threat of their own. */
function isOwn(told: LocatedMap<Told>, row: BatchRows, { number }: ActiveRule): boolean {
  const key = { low: number, high: Math.imul(number, 0x5bd1_e995) };
  const day = Math.floor(row.observedSeconds / daySeconds);
  const known = told.get(row.locationId, key) ?? told.add(row.locationId, key, { day, clients: new Set() });
  if (known.day < day) {
    known.day = day;
    known.clients.clear();
  }
  const client = row.clientAddress;
  if (known.clients.has(client)) return true;
  if (known.clients.size >= mostClients) return false;
  known.clients.add(client);
  return true;
}

function finding(row: BatchRows, { number, rule, label }: ActiveRule, isOwnThreat: boolean): Finding {
  const { clientAddress, queryName } = row;
  const [technique] = rule.techniques;
  return {
    type: 'sigma',
    severity: rule.severity,
    subject: isOwnThreat ? `${clientAddress} ${label}` : `many clients: ${label}`,
    ...(technique !== undefined && { technique }),
    message: `${clientAddress} asked for ${queryName}: ${rule.title}`,
    evidence: {
      method: 'a Sigma rule of the operator',
      rule_number: number,
      rule_id: rule.id,
      title: rule.title,
      techniques: rule.techniques,
      false_positives: rule.falsePositives,
      references: rule.references,
      server: row.serverAddress,
      at: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_names: [queryName],
    },
  };
}
