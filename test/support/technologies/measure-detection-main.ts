import { detect } from '../../../scanner/checks/tech/engine/detect.ts';
import { operatorRules } from '../../../scanner/checks/tech/engine/operator-signs.ts';
import { signsOfFile } from '../../../scanner/checks/tech/engine/own-signs.ts';
import { createRuleSet } from '../../../scanner/checks/tech/engine/rule-set.ts';
import { ruleFiles } from '../../../scanner/checks/tech/rules/index.ts';

/**
 * How long a page of 200 KB takes with our own rules and thousands of made ones of the operator's kind:
 * `node test/support/technologies/measure-detection-main.ts [patterns]`.
 */
const count = Number(process.argv[2] ?? 7_000);
const rounds = 50;

const made = Object.fromEntries(
  Array.from({ length: Math.ceil(count / 5) }, (_, number) => {
    const word = (number * 2_654_435_761).toString(36);
    return [
      `Made ${number}`,
      {
        cats: [1],
        scriptSrc: [`/${word}[.-]([\\d.]*\\d)?(?:\\.min)?\\.js\\;version:\\1`, `cdn\\.${word}\\.example/`],
        html: `<div[^>]+class="[^"]*${word}-widget`,
        scripts: `window\\.${word}\\s*=`,
        meta: { generator: `^${word} ([\\d.]+)\\;version:\\1` },
      },
    ];
  }),
);

function samplePage(): string {
  const scripts = Array.from(
    { length: 60 },
    (_, at) => `<script src="https://cdn.example/js/part-${at}.min.js?v=${at}"></script>`,
  );
  const own =
    '<script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script><meta name="generator" content="WordPress 6.5">';
  let page = `<!DOCTYPE html><html lang="en"><head><title>A page</title>${own}${scripts.join('')}</head><body>`;
  for (let at = 0; page.length < 200_000; at++) {
    page += `<div class="card card-${at}" data-id="${at}"><a href="/product/${at}?ref=list">Product ${at}</a><p>Some words about it.</p></div>`;
  }
  return page;
}

const began = performance.now();
const operator = operatorRules([made]);
const rules = createRuleSet([ruleFiles.flatMap(signsOfFile), operator.signs]);
const ready = performance.now() - began;
const evidence = {
  url: 'https://www.example/',
  headers: { server: 'nginx/1.25.4' },
  setCookies: [],
  html: samplePage(),
  dns: {},
  icons: [],
  certificateIssuer: null,
};
const first = performance.now();
const { technologies } = detect(evidence, rules);
const cold = performance.now() - first;
const times = Array.from({ length: rounds }, () => {
  const start = performance.now();
  detect(evidence, rules);
  return performance.now() - start;
}).toSorted((one, other) => one - other);
console.log(
  JSON.stringify({
    patterns: operator.signs.length,
    own_signs: ruleFiles.flatMap(signsOfFile).length,
    refused: operator.problems.length,
    page_characters: evidence.html.length,
    found: technologies.length,
    milliseconds: {
      rules_ready: Math.round(ready),
      first_page: Math.round(cold * 10) / 10,
      least: Math.round(times[0]! * 10) / 10,
      median: Math.round(times[rounds / 2]! * 10) / 10,
    },
  }),
);
