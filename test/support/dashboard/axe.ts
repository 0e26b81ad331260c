import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rule about spacing looks long for elements that need not be looked for: those with spacing in an attribute of their own. */
const spacing = `{ 'avoid-inline-spacing': { enabled:
  document.querySelector('[style*="spacing" i], [style*="line-height" i]') !== null } }`;

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Finds what axe has at fault with a page. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  // What it would load are style sheets, for rules that are not among these.
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'], preload: false });
  const { violations: found } = (await page.evaluate(
    `axe.run({ ...${options}, rules: ${spacing} })`,
  )) as AxeResult;
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
