import test from 'ava';
import { Findings } from '../../../../scanner/configuration/model/findings.ts';
import { Source } from '../../../../scanner/configuration/model/source.ts';
import { entryAt, scalarsOf, textOf } from '../../../../scanner/configuration/yaml/nodes.ts';
import { readYaml } from '../../../../scanner/configuration/yaml/read-yaml.ts';

function read(text: string) {
  const findings = new Findings();
  const root = readYaml(new Source('f.yml', text), findings, 'manual');
  return { root, findings: findings.finish() };
}
const codes = (text: string) => read(text).findings.map(({ code }) => code);

test('values keep their text, their quotation marks and their place', (t) => {
  const { root, findings } = read('a:\n  b: 010\n  c: "yes"\n  d: [1, ~]\n');
  t.deepEqual(findings, []);
  t.is(textOf(entryAt(root, 'a', 'b')), '010');
  t.like(entryAt(root, 'a', 'c')?.value, { text: 'yes', quoted: true, start: 17, end: 22 });
  t.deepEqual(
    scalarsOf(entryAt(root, 'a', 'd')?.value).map(({ text }) => text),
    ['1', '~'],
  );
});

test('aliases and merged sections are what they stand for', (t) => {
  const { root, findings } = read('x: &base\n  a: 1\n  b: 2\ny:\n  <<: *base\n  b: 3\nz: *base\n');
  t.deepEqual(findings, []);
  t.is(textOf(entryAt(root, 'y', 'a')), '1');
  t.is(textOf(entryAt(root, 'y', 'b')), '3');
  t.is(textOf(entryAt(root, 'z', 'b')), '2');
});

test('names of the language are names like others', (t) => {
  const { root, findings } = read('__proto__:\n  polluted: yes\nconstructor: 1\n');
  t.deepEqual(findings, []);
  t.is(textOf(entryAt(root, '__proto__', 'polluted')), 'yes');
  t.is(({} as Record<string, unknown>).polluted, undefined);
  t.is(entryAt(root, 'toString'), undefined);
});

test('faults have a place', (t) => {
  t.deepEqual(codes('a: 1\na: 2\n'), ['duplicate_option']);
  t.deepEqual(codes('a: *nothing\n'), ['undefined_reference']);
  t.deepEqual(codes('a: &b [*b]\n'), ['undefined_reference'], 'an alias within its own anchor');
  t.deepEqual(codes('a: 1\n---\nb: 2\n'), ['several_documents']);
  t.true(codes('a: [1, 2\nb: 3\n').length > 0);
  t.true(codes('a:\n\tb: 1\n').length > 0);
  t.like(read('a: 1\nb: 2\na: 3\n').findings[0], { line: 3, column: 1, endColumn: 2, refused: true });
});

test('size, depth and aliases have bounds', (t) => {
  t.deepEqual(codes(`a: ${'x'.repeat(300_000)}`), ['too_large']);
  for (const deep of ['['.repeat(100_000), '- '.repeat(100_000), '{a: '.repeat(50_000), '? '.repeat(50_000)])
    t.deepEqual(codes(deep), ['too_deep'], deep.slice(0, 8));
  t.deepEqual(codes(`[${','.repeat(200_000)}`), ['too_large']);
  t.true(codes(']'.repeat(90_000)).length <= 101, 'the rest is left alone');
  const nested = Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
  t.deepEqual(codes(nested), ['too_deep']);
  const laughs = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level++)
    laughs.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);
  t.deepEqual([...new Set(codes(laughs.join('\n')))], ['too_large']);
});
