import { createHash } from 'node:crypto';
import type { PageReader } from '../../ports/web-page.ts';
import { type ReadPage, readPage } from '../../protocols/web/read-page.ts';
import { detect } from './engine/detect.ts';
import { signsOfFile } from './engine/own-signs.ts';
import { createRuleSet, type RuleSet } from './engine/rule-set.ts';
import type { Sign, Technology } from './engine/technology.ts';
import { ruleFiles } from './rules/index.ts';

/** Milliseconds for one page. */
const budget = 2_000;
/** A page is read for its links first and then for its technologies: so many are kept in between. */
const mostPages = 4;

/** The further rules are those beside our own. */
export interface FurtherRules {
  readonly signs: readonly (readonly Sign[])[];
  /** Without a sign of their own. */
  readonly implied?: readonly Technology[];
  /** What they were read from. */
  readonly documents: readonly unknown[];
}

/** Reads pages in this thread. Rules are made ready with the first page. */
export function createPageReader(
  more: FurtherRules = { signs: [], documents: [] },
): PageReader & { readonly rules: RuleSet } {
  let rules: RuleSet | undefined;
  const ready = () => {
    if (rules !== undefined) return rules;
    const { signs, implied = [], documents } = more;
    const hash = createHash('sha256');
    for (const document of [ruleFiles, ...documents]) hash.update(JSON.stringify(document));
    const id = hash.digest('base64url').slice(0, 16);
    rules = createRuleSet([ruleFiles.flatMap(signsOfFile), ...signs], { implied, id });
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
