import type { PageReader } from '../../ports/web-page.ts';
import { type ReadPage, readPage } from '../../protocols/web/read-page.ts';
import { detect } from './engine/detect.ts';
import { signsOfFile } from './engine/own-signs.ts';
import { createRuleSet, type RuleSet } from './engine/rule-set.ts';
import type { Sign } from './engine/technology.ts';
import { ruleFiles } from './rules/index.ts';

/** Milliseconds for one page. */
const budget = 2_000;
/** A page is read for its links first and then for its technologies: so many are kept in between. */
const mostPages = 4;

/** Reads pages in this thread. `more`: signs beside our own. Rules are made ready with the first page. */
export function createPageReader(
  more: readonly (readonly Sign[])[] = [],
): PageReader & { readonly rules: RuleSet } {
  let rules: RuleSet | undefined;
  const ready = () => {
    rules ??= createRuleSet([ruleFiles.flatMap(signsOfFile), ...more]);
    return rules;
  };
  const pages: { readonly html: string; readonly page: ReadPage }[] = [];
  const pageOf = (html: string) => {
    const known = pages.find((one) => one.html === html);
    if (known !== undefined) return known.page;
    const page = readPage(html, performance.now() + budget);
    // A page that took too long may fare better another time.
    if (!page.facts.partial) pages.unshift({ html, page });
    pages.splice(mostPages);
    return page;
  };
  return {
    get rules() {
      return ready();
    },
    detect: async (evidence) => detect(evidence, ready(), budget, pageOf(evidence.html)),
    read: async (html) => pageOf(html).facts,
  };
}
