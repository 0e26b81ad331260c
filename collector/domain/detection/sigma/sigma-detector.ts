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

/** Comparisons that the rules of an account may make yet. */
interface Allowance {
  left: number;
}

/** The rules of an account on one batch: which of them a name may be for is found once. */
interface UnderWay {
  readonly rules: SigmaRuleSet;
  readonly batch: BatchRows;
  readonly allowance: Allowance;
  readonly byName: (readonly number[] | undefined)[];
}

/**
 * Detects what the operator's Sigma rules say. What they may take is bounded: rules that are left out for want of time are told to
 * `onSkipped`, with how many there were.
 */
export function createSigmaDetector(onSkipped: (rules: number) => void = () => {}): RowDetector {
  const values = new RowValues();
  const told = new LocatedMap<Told>(followedRules);
  const tried = new Set<number>();
  const allowances = new WeakMap<SigmaRuleSet, Allowance>();
  let current: UnderWay | undefined;

  const underWay = (rules: SigmaRuleSet, batch: BatchRows): UnderWay => {
    if (current !== undefined && current.rules === rules && current.batch === batch) return current;
    const allowance = allowances.get(rules) ?? { left: saved };
    allowances.set(rules, allowance);
    current = { rules, batch, allowance, byName: [] };
    return current;
  };

  return {
    name: 'sigma',
    tables: [told],
    isIdle: ({ sigma }) => sigma === undefined || sigma.size === 0,
    observe: (row, { sigma }, report) => {
      if (sigma === undefined) return;
      const { allowance, byName } = underWay(sigma, row);
      if (allowance.left < saved) allowance.left += perRow;
      const id = row.nameId;
      let candidates = byName[id];
      if (candidates === undefined) {
        candidates = sigma.ofName(row);
        byName[id] = candidates;
      }
      if (sigma.hasOthers) {
        tried.clear();
        sigma.others(row, (index) => tried.add(index));
        if (tried.size > 0) candidates = [...tried.union(new Set(candidates))];
      }
      if (candidates.length === 0) return;
      values.begin(row);
      for (const [place, index] of candidates.entries()) {
        if (allowance.left <= 0) {
          onSkipped(candidates.length - place);
          return;
        }
        const active = sigma.rule(index);
        values.spent = 1;
        const holds = active.rule.condition.holds(values);
        allowance.left -= values.spent;
        if (holds) report.add(row, finding(row, active, isOwn(told, row, active)));
      }
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
