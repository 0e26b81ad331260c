import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const rulesOfColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Finds what axe has at fault with a page. */
export async function violations(
  page: Page,
  rules: typeof allRules | typeof rulesOfColours = allRules,
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  const { violations: found } = (await page.evaluate(`axe.run(${options})`)) as AxeResult;
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
