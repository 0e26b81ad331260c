import test from 'ava';
import { detect } from '../../../../scanner/checks/tech/engine/detect.ts';
import { signsOfFile } from '../../../../scanner/checks/tech/engine/own-signs.ts';
import { createRuleSet } from '../../../../scanner/checks/tech/engine/rule-set.ts';
import { ruleFiles } from '../../../../scanner/checks/tech/rules/index.ts';

const rules = createRuleSet([ruleFiles.flatMap(signsOfFile)]);
const nothing = {
  url: 'https://www.example/',
  headers: {},
  setCookies: [],
  dns: {},
  icons: [],
  certificateIssuer: null,
};

/** A page about technologies, with their names in text, titles, alternatives, lists and links to their makers. */
function pageAbout(technologies: readonly { readonly name: string; readonly website: string }[]): string {
  const parts = technologies.map(
    ({ name, website }) =>
      `<h2 title="${name}">Why we left ${name} 4.2</h2><p>Powered by ${name}? Not any more: ${name} 5.1.3 was slow.</p>` +
      `<li data-topic="${name.toLowerCase()}">${name}</li><a href="${website}">${name}</a>` +
      `<img src="/pictures/article.png" alt="${name}"><code>${name}</code>`,
  );
  return `<!DOCTYPE html><html lang="en"><head><title>A comparison</title></head><body>${parts.join('\n')}</body></html>`;
}

for (const file of ruleFiles) {
  test(`${file.category}: what a page only writes about is not taken for what it is made of`, (t) => {
    const html = pageAbout(file.technologies.map(({ name, website }) => ({ name, website: website ?? '' })));
    const { technologies } = detect({ ...nothing, html }, rules, 60_000);
    t.deepEqual(
      technologies.map(({ name, evidence }) => `${name}: ${evidence}`),
      [],
    );
  });
}
