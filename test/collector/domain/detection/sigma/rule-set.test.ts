import test from 'ava';
import { BatchRows } from '../../../../../collector/domain/detection/batch-rows.ts';
import { Report } from '../../../../../collector/domain/detection/report.ts';
import { defaultSettings } from '../../../../../collector/domain/detection/settings.ts';
import { readRule } from '../../../../../collector/domain/detection/sigma/read-rule.ts';
import { RowValues } from '../../../../../collector/domain/detection/sigma/row-values.ts';
import { createSigmaDetector } from '../../../../../collector/domain/detection/sigma/sigma-detector.ts';
import { matching, ruleSet } from '../../../../support/detection/sigma.ts';
import { detect, storedBytes } from '../../../../support/detection/stored.ts';
import { asked } from '../../../../support/detection/traffic.ts';
import { testRandom } from '../../../../support/test-seed.ts';

const labels = ['evil', 'example', 'com', 'net', 'a', 'bb', 'xn--p1ai', 'evilexample', 'comnet', '_dmarc'];
const pick = <Item>(items: readonly Item[]): Item => items[testRandom.below(items.length)]!;
const anyName = () => Array.from({ length: 1 + testRandom.below(4) }, () => pick(labels)).join('.');
const modifiers = ['', '|contains', '|startswith', '|endswith', '|re'];

/** A comparison with a piece of some name, as rules have them. */
function anyItem(): string {
  const modifier = pick(modifiers);
  const name = anyName();
  const from = testRandom.below(name.length);
  const piece = name.slice(modifier === '|startswith' ? 0 : from);
  const field = pick(['query', 'answer', 'parent_domain', 'QueryName']);
  if (testRandom.below(6) === 0) return `record_type: ${pick(['A', 'TXT', 'CNAME'])}`;
  const value =
    modifier === '|re'
      ? piece.replaceAll('.', '\\.')
      : piece.replace(/^(.)./, pick(['$1*', '$1?', '$1', '$&']));
  return `${field}${modifier}: '${value}'`;
}

function anyRule(at: number): string {
  const names = ['a', 'b', 'c'];
  const selections = names.map((name) => `  ${name}:\n${items()}`).join('\n');
  const condition = pick([
    'a',
    'a and b',
    'a or b',
    'a and not b',
    '1 of them',
    'all of them',
    'not a and (b or c)',
  ]);
  return `title: rule ${at}\nlogsource:\n  category: dns\ndetection:\n${selections}\n  condition: ${condition}\n`;
}

function items(): string {
  const all = Array.from({ length: 1 + testRandom.below(2) }, anyItem);
  return [...new Map(all.map((item) => [item.split(':')[0], item])).values()]
    .map((item) => `    ${item}`)
    .join('\n');
}

test('rules that rows need not be tried on would not have matched', (t) => {
  const rules = Array.from({ length: 300 }, (_, at) => readRule(anyRule(at)));
  const rows = Array.from({ length: 60 }, (_, at) => {
    const type = pick(['A', 'TXT', 'CNAME'] as const);
    const answers = {
      A: ['192.0.2.1'],
      TXT: [`"${anyName()}" "${anyName()}"`],
      CNAME: [`${anyName()}`],
    }[type];
    return asked({ at, name: anyName(), type, answers: pick([answers, []]) });
  });
  const expected: string[] = [];
  const batch = new BatchRows(storedBytes(rows));
  const values = new RowValues();
  while (batch.next()) {
    values.begin(batch);
    for (const { title, condition } of rules)
      if (condition?.holds(values)) expected.push(`${batch.queryName} ${title}`);
  }
  const found = matching(rules, rows).map(([name, title]) => `${name} ${title}`);
  t.deepEqual(found.toSorted(), expected.toSorted());
  t.true(rules.some(({ condition }) => condition?.needs !== undefined));
  t.true(expected.length > 0);
});

const evil = readRule(
  "title: Evil\nid: 8ae51330-899c-4641-8125-e39f2e07da72\nlevel: high\ntags: [attack.t1568]\nfalsepositives: [Audits]\nlogsource:\n  category: dns\ndetection:\n  selection:\n    query|endswith: '.evil.example'\n  condition: selection\n",
);

test('a match is a threat of its own for each client and rule, and what is excluded is left out', (t) => {
  const sigma = ruleSet([evil, { ...evil, id: 'fae51330-899c-4641-8125-e39f2e07da72' }]);
  const rows = [
    asked({ at: 0, name: 'a.evil.example' }),
    asked({ at: 1, name: 'b.evil.example' }),
    asked({ at: 2, name: 'a.evil.example', client: '192.0.2.99' }),
    asked({ at: 3, name: 'a.evil.example', client: '192.0.2.100' }),
  ];
  const exclusions = [{ name: null, client: '192.0.2.100' }];
  const found = detect(rows, { settings: { sigma, exclusions } }).filter(({ type }) => type === 'sigma');
  t.deepEqual(
    found.map(({ subject, count }) => [subject, count]),
    [
      ['192.0.2.10 Evil', 2],
      ['192.0.2.10 Evil (fae51330)', 2],
      ['192.0.2.99 Evil', 1],
      ['192.0.2.99 Evil (fae51330)', 1],
    ],
  );
  t.like(found[0], {
    severity: 'high',
    technique: 'T1568',
    message: '192.0.2.10 asked for b.evil.example: Evil',
    evidence: { rule_number: 1, rule_id: evil.id, false_positives: ['Audits'] },
  });
  t.deepEqual(
    detect(rows, { settings: { sigma, disabled: ['sigma'] } }).filter(({ type }) => type === 'sigma'),
    [],
  );
});

test('clients beyond fifty of a rule share one threat a day', (t) => {
  const sigma = ruleSet([evil]);
  const rows = Array.from({ length: 60 }, (_, at) =>
    asked({ at, name: 'a.evil.example', client: `198.18.0.${at}` }),
  );
  const found = detect(rows, { settings: { sigma } }).filter(({ type }) => type === 'sigma');
  t.is(found.length, 51);
  t.like(found.at(-1), { subject: 'many clients: Evil', count: 10 });
});

test('what rules may take is bounded, and what is left out is counted', (t) => {
  const values = Array.from({ length: 800 }, (_, at) => `      - 'no${at}'`).join('\n');
  const costly = (number: number) =>
    readRule(
      `title: Costly ${number}\nlogsource:\n  category: dns\ndetection:\n  selection:\n    query|endswith: '.com'\n    query|contains|all:\n      - '.com'\n      - 'o'\n  other:\n    query|startswith:\n${values}\n  condition: selection and not other\n`,
    );
  const settings = {
    ...defaultSettings,
    sigma: ruleSet(Array.from({ length: 40 }, (_, number) => costly(number))),
  };
  let skipped = 0;
  const detector = createSigmaDetector((rules) => {
    skipped += rules;
  });
  const batch = new BatchRows(
    storedBytes(Array.from({ length: 100 }, (_, at) => asked({ at, name: `example${at}.com` }))),
  );
  const report = new Report();
  while (batch.next()) detector.observe(batch, settings, report);
  const counted = report.sightings().reduce((sum, { count }) => sum + count, 0);
  t.is(counted + skipped, 40 * 100);
  t.true(skipped > 0 && counted > 0);
});
