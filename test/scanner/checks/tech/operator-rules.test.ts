import test from 'ava';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { canBacktrack } from '../../../../scanner/checks/tech/engine/can-backtrack.ts';
import { detect } from '../../../../scanner/checks/tech/engine/detect.ts';
import { operatorRules } from '../../../../scanner/checks/tech/engine/operator-signs.ts';
import { requiredLiterals } from '../../../../scanner/checks/tech/engine/required-literals.ts';
import { createRuleSet } from '../../../../scanner/checks/tech/engine/rule-set.ts';

const nothing = {
  url: 'https://www.example/',
  headers: {},
  setCookies: [],
  html: '',
  dns: {},
  icons: [],
  certificateIssuer: null,
};

function told(entry: object, evidence: object): string[] {
  const { signs } = operatorRules([{ Sample: { cats: [1], ...entry } }]);
  return detect({ ...nothing, ...evidence }, createRuleSet([signs])).technologies.map(
    ({ name, version, confidence }) => `${name} ${version} ${confidence}`,
  );
}

test('every place of the format is looked at', (t) => {
  t.deepEqual(
    told({ headers: { Server: '^sample/([\\d.]+)\\;version:\\1' } }, { headers: { server: 'Sample/1.2' } }),
    ['Sample 1.2 100'],
  );
  t.deepEqual(told({ cookies: { sid: '' } }, { setCookies: ['sid=1'] }), ['Sample null 100']);
  t.deepEqual(
    told({ meta: { generator: ['no', 'sample'] } }, { html: '<meta name=generator content=Sample>' }),
    ['Sample null 100'],
  );
  t.deepEqual(
    told({ scriptSrc: 'sample\\.js\\;confidence:40' }, { html: '<script src=/sample.js></script>' }),
    ['Sample null 40'],
  );
  t.deepEqual(told({ scripts: 'sample\\.init' }, { html: '<script>sample.init()</script>' }), [
    'Sample null 100',
  ]);
  t.deepEqual(told({ html: '<p[^>]+sample-(\\d)\\;version:\\1?yes:no' }, { html: '<p class="sample-1">' }), [
    'Sample yes 100',
  ]);
  t.deepEqual(told({ dns: { TXT: 'sample' } }, { dns: { TXT: ['sample=1'] } }), ['Sample null 100']);
  t.deepEqual(told({ url: 'www\\.example' }, {}), ['Sample null 100']);
  t.deepEqual(told({ dom: '#app .sample[data-x^="y"]' }, { html: '<b class="a sample" data-x="yz">' }), [
    'Sample null 100',
  ]);
  t.deepEqual(
    told(
      { dom: { 'a[href*=sample]': { attributes: { title: 'v([\\d.]+)\\;version:\\1' } } } },
      { html: '<a href="/sample" title="v3.1">' },
    ),
    ['Sample 3.1 100'],
  );
});

test('what can not run in linear time, and what needs a running page, is left out and told', (t) => {
  const { signs, problems, unseen } = operatorRules([
    {
      Around: { cats: [1], html: 'a(?!b)' },
      Back: { cats: [1], html: '(a)\\1' },
      Broken: { cats: [1], html: '(' },
      Running: { cats: [1], js: { x: '' } },
    },
  ]);
  t.is(signs.length, 0);
  t.is(problems.length, 3);
  t.is(unseen, 4);
});

test('a technology without signs of its own is there if another one implies it', (t) => {
  const rules = operatorRules([
    {
      Sample: { cats: [1], headers: { 'x-sample': '' }, implies: ['Without\\;confidence:40', 'Chain'] },
      Without: { cats: [1], website: 'https://without.example' },
      Chain: { cats: [1], implies: 'Link' },
      Link: { cats: [1], implies: 'Sample' },
      Alone: { cats: [1] },
    },
  ]);
  t.is(rules.unseen, 0, 'they are not meant to be seen');
  const { technologies } = detect(
    { ...nothing, headers: { 'x-sample': '1' } },
    createRuleSet([rules.signs], { implied: rules.implied }),
  );
  t.deepEqual(
    technologies.map(({ name, confidence }) => `${name} ${confidence}`),
    ['Chain 100', 'Link 100', 'Sample 100', 'Without 40'],
  );
});

test('a literal that is required stands in whatever matches', (t) => {
  t.deepEqual(requiredLiterals('jquery[.-]([\\d.]*\\d)[^/]*\\.min\\.js'), ['jquery.', 'jquery-']);
  t.deepEqual(requiredLiterals('abc|def'), ['abc', 'def']);
  t.deepEqual(requiredLiterals('(?:abc)?defg?'), ['def']);
  t.deepEqual(requiredLiterals('cdn\\.(?:one|two)\\.example/.+\\.js'), [
    'cdn.one.example/',
    'cdn.two.example/',
  ]);
  t.deepEqual(requiredLiterals('(?:[a-z]+sample){2,}'), ['sample']);
  for (const none of ['abc|.', '(?:abc)*', '[a-z]{3}', 'a.b', '(?=abc)abc'])
    t.is(requiredLiterals(none), undefined);
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-d.?*+()[\]|\\x{}1,]{1,14}$/),
      fc.stringMatching(/^[a-dx]{0,12}$/),
      (pattern, text) => {
        let expression: RegExp;
        try {
          expression = new RegExp(pattern, 'i');
        } catch {
          return;
        }
        const literals = requiredLiterals(pattern);
        if (literals !== undefined && expression.test(text))
          t.true(
            literals.some((literal) => text.toLowerCase().includes(literal)),
            `${pattern} ${text}`,
          );
      },
    ),
    { numRuns: 3_000 },
  );
});

test('the fast engine is for what takes it little time, and finds what the engine of linear time finds', (t) => {
  for (const expression of [
    'sample-([\\d.]+)\\.js',
    '^https?://(?:www\\.)?sample\\.example/',
    '[a-f\\d]{20}\\.[a-z]+$',
  ]) {
    t.true(canBacktrack(expression), expression);
  }
  const explosive = [
    '(a+)+b',
    '(?:x|x)*y',
    '(a?){20}b',
    'a?a?a?a?aaaa',
    '(a|b)(a|b)(a|b)(a|b)',
    'a+b*',
    'a{2,}b+',
    'a**',
  ];
  for (const expression of [...explosive, '(?=a)', '(?<n>a)', '[[:alpha:]]', '\\pL', '\\Aa']) {
    t.false(canBacktrack(expression), expression);
  }
  let tried = 0;
  fc.assert(
    fc.property(
      fc.stringMatching(/^[abA.?*+()[\]|\\wd^${}1,-]{1,14}$/),
      fc.stringMatching(/^[abAx.1-]{0,40}$/),
      (expression, text) => {
        if (!canBacktrack(expression)) return;
        let linear: RE2JS;
        try {
          linear = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE);
        } catch {
          return;
        }
        tried++;
        const matcher = linear.matcher(text);
        t.is(
          new RegExp(expression, 'i').exec(text)?.[0] ?? null,
          matcher.find() ? matcher.group() : null,
          `${expression} ${text}`,
        );
      },
    ),
    { numRuns: 3_000 },
  );
  t.true(tried > 100, `${tried}`);
});

test('no document breaks the reader', (t) => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      (value) =>
        void operatorRules([
          value,
          { Sample: value },
          { Sample: { cats: [1], html: value, dom: value, headers: value } },
        ]),
    ),
    { numRuns: 300 },
  );
  t.pass();
});
