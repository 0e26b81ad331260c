import { setImmediate as turn } from 'node:timers/promises';
import type { ComplianceReport, EarlierStates } from '../../../ports/compliance/compliance-reports.ts';
import { type Assessment, type ControlState, controlStates } from './assessment.ts';
import type { Control, Framework } from './framework.ts';
import type { ReportDocument } from './report-document.ts';

const mostChanges = 10_000;

const statement =
  'This report tells what was measured of each control, when, and what could not be measured. It is evidence for people who ' +
  'assess; it is no assessment, no certificate, and no statement about anything that it does not show.';

/** An assessed control has the assessments of one control. */
export interface AssessedControl {
  readonly control: Control;
  /** By domain; under null what was asked of the account. */
  readonly assessments: ReadonlyMap<string | null, Assessment>;
}

type Described = ReportDocument['controls'][number];

/** Puts a report together, control by control, in turns with other work. `before` has the states of the report before. */
export async function buildReport(
  report: Pick<ComplianceReport, 'id' | 'title' | 'domains'>,
  framework: Framework,
  assessed: readonly AssessedControl[],
  { at, issuer, before }: { at: Date; issuer: string; before: EarlierStates | undefined },
): Promise<ReportDocument> {
  const controls: Described[] = [];
  for (const one of assessed) {
    await turn();
    controls.push(describe(one));
  }
  return {
    report_id: report.id,
    title: report.title,
    framework: {
      id: framework.id,
      title: framework.title,
      version: framework.version,
      source: framework.source,
      confirmed: framework.confirmed,
    },
    issuer,
    generated_at: at.toISOString(),
    domains: report.domains.length,
    statement,
    share_seen: shareSeen(assessed),
    counts: countStates(controls.map(({ state }) => state)),
    controls,
    compared_with: before?.id ?? null,
    changes: before === undefined ? [] : await changesSince(before.states, controls),
  };
}

function describe({ control, assessments }: AssessedControl): Described {
  const all = [...assessments].map(([domain, { state, reasons, at }]) => ({
    domain,
    state,
    reasons: [...reasons],
    assessed_at: at,
  }));
  const states = all.map(({ state }) => state);
  return {
    id: control.id,
    title: control.title,
    id_confirmed: control.confirmed,
    of: control.of,
    state: control.of === 'outside' ? 'outside' : overall(states),
    counts: countStates(states),
    reason: control.of === 'outside' ? control.reason : null,
    assessments: all,
  };
}

/** Sums up many domains: met if it is met everywhere that it could be looked at, and nowhere could not. */
function overall(states: readonly ControlState[]): ControlState {
  const asked = states.filter((state) => state !== 'outside');
  if (asked.length === 0) return states.length === 0 ? 'not_assessed' : 'outside';
  const seen = asked.filter((state) => state !== 'not_assessed');
  if (seen.length === 0) return 'not_assessed';
  if (seen.every((state) => state === 'not_met')) return 'not_met';
  if (seen.some((state) => state !== 'met')) return 'partly_met';
  return seen.length === asked.length ? 'met' : 'partly_met';
}

function countStates(states: readonly ControlState[]): ReportDocument['counts'] {
  const counts = Object.fromEntries(controlStates.map((state) => [state, 0])) as ReportDocument['counts'];
  for (const state of states) counts[state]++;
  return counts;
}

/** Controls that no scan can tell count as not seen: nobody is to take a part for the whole. */
function shareSeen(assessed: readonly AssessedControl[]): number | null {
  let seen = 0;
  let total = 0;
  for (const { control, assessments } of assessed) {
    const states = [...assessments.values()].map(({ state }) => state);
    const asked = states.filter((state) => state !== 'outside');
    if (control.of !== 'outside' && states.length > 0 && asked.length === 0) continue;
    total += control.weight;
    if (asked.length === 0) continue;
    seen += (control.weight * asked.filter((state) => state !== 'not_assessed').length) / asked.length;
  }
  return total === 0 ? null : Math.round((1e4 * seen) / total) / 1e4;
}

/** States that are compared before others have their turn. */
const atOnce = 500;

async function changesSince(
  before: EarlierStates['states'],
  controls: readonly Described[],
): Promise<ReportDocument['changes']> {
  const known = new Map<string, string>();
  for (const [index, { control, domain, state }] of before.entries()) {
    if (index % atOnce === 0) await turn();
    known.set(`${control} ${domain ?? ''}`, state);
  }
  const changes: ReportDocument['changes'] = [];
  for (const { id, assessments } of controls) {
    for (const [index, { domain, state: after }] of assessments.entries()) {
      if (index % atOnce === 0) await turn();
      const earlier = known.get(`${id} ${domain ?? ''}`);
      const state = controlStates.find((one) => one === earlier);
      if (state === undefined || state === after || changes.length >= mostChanges) continue;
      changes.push({ control: id, domain, before: state, after });
    }
  }
  return changes;
}
