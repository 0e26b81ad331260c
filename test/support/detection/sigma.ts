import type { Row } from '@sonde/shared/batch/row.ts';
import { BatchRows } from '../../../collector/domain/detection/batch-rows.ts';
import { Report } from '../../../collector/domain/detection/report.ts';
import { defaultSettings } from '../../../collector/domain/detection/settings.ts';
import type { SigmaRule } from '../../../collector/domain/detection/sigma/read-rule.ts';
import { SigmaRuleSet } from '../../../collector/domain/detection/sigma/rule-set.ts';
import { createSigmaDetector } from '../../../collector/domain/detection/sigma/sigma-detector.ts';
import { storedBytes } from './stored.ts';

/** A rule set of these rules, numbered from 1. */
export function ruleSet(rules: readonly SigmaRule[]): SigmaRuleSet {
  const set = new SigmaRuleSet();
  for (const [index, rule] of rules.entries()) set.add(index + 1, rule);
  return set;
}

/** The names of rows that rules match, each with the title of the rule, in the order of the rows. */
export function matching(rules: readonly SigmaRule[], rows: readonly Row[]): [name: string, title: string][] {
  const settings = { ...defaultSettings, sigma: ruleSet(rules) };
  const detector = createSigmaDetector();
  const found: [string, string][] = [];
  const batch = new BatchRows(storedBytes(rows));
  while (batch.next()) {
    const report = new Report();
    detector.observe(batch, settings, report);
    for (const { queryName, evidence } of report.sightings())
      found.push([queryName, String(evidence?.title)]);
  }
  return found;
}
