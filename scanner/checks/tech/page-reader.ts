import type { PageReader } from '../../ports/web-page.ts';
import { readPage } from '../../protocols/web/read-page.ts';
import { detect } from './engine/detect.ts';
import { signsOfFile } from './engine/own-signs.ts';
import { createRuleSet, type RuleSet } from './engine/rule-set.ts';
import type { Sign } from './engine/technology.ts';
import { ruleFiles } from './rules/index.ts';

/** Milliseconds for one page. */
const budget = 2_000;

/** Reads pages in this thread. `more`: signs beside our own. Rules are made ready with the first page. */
export function createPageReader(
  more: readonly (readonly Sign[])[] = [],
): PageReader & { readonly rules: RuleSet } {
  let rules: RuleSet | undefined;
  const ready = () => {
    rules ??= createRuleSet([ruleFiles.flatMap(signsOfFile), ...more]);
    return rules;
  };
  return {
    get rules() {
      return ready();
    },
    detect: async (evidence) => detect(evidence, ready(), budget),
    read: async (html) => readPage(html, performance.now() + budget),
  };
}
