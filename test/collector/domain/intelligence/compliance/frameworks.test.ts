import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { assessDomain } from '../../../../../collector/domain/intelligence/compliance/assess-domain.ts';
import {
  combine,
  controlStates,
} from '../../../../../collector/domain/intelligence/compliance/assessment.ts';
import type { Control } from '../../../../../collector/domain/intelligence/compliance/framework.ts';
import { checkTitles } from '../../../../../scanner/checks/check-titles.ts';
import type { FindingStatus } from '../../../../../scanner/ports/finding.ts';
import { FakeContents } from '../../../../support/fakes/content.ts';

const frameworks = new FakeContents().frameworks.current.items;
const folders: Readonly<Record<string, string>> = {
  'cert-transparency': 'transparency',
  'tech-stack': 'tech',
  'name-servers': 'delegation',
};

/** The text of a check's own files, in which the codes of its findings stand. */
function sourceOf(check: string): string {
  const folder = join(import.meta.dirname, '../../../../../scanner/checks', folders[check] ?? check);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

const domainControls = frameworks.flatMap(({ id, controls }) =>
  controls.flatMap((control) => (control.of === 'domain' ? [{ framework: id, control }] : [])),
);

test('every control names checks that there are, and codes that they find', (t) => {
  t.true(domainControls.length > 40);
  for (const { framework, control } of domainControls) {
    for (const one of control.tests) {
      if (!('check' in one)) continue;
      t.true(Object.hasOwn(checkTitles, one.check), `${framework} ${control.id}: ${one.check}`);
      const source = sourceOf(one.check);
      const codes = [one.inapplicable, one.failed, one.unknown, one.partly, one.met].flat();
      for (const code of codes) {
        t.true(source.includes(`'${code}'`), `${framework} ${control.id}: ${one.check} finds no ${code}`);
      }
      t.is(new Set(codes).size, codes.length, `${framework} ${control.id}: a code stands there twice`);
      t.true(one.met.length > 0, `${framework} ${control.id}: it can never be met`);
    }
  }
});

test('no framework that comes with the program calls anybody compliant, and each says how its ids are known', (t) => {
  t.true(frameworks.length >= 8);
  for (const framework of frameworks) {
    t.notRegex(JSON.stringify(framework), /compliant/i, framework.id);
    t.true(framework.confirmed.length > 20, framework.id);
    t.true(
      framework.controls.some(({ of }) => of === 'outside'),
      framework.id,
    );
  }
});

test('what is said of the ids of controls is sound: one that is confirmed has a source, and one is not where it is not known', (t) => {
  const controls = frameworks.flatMap((framework) => framework.controls);
  for (const { id, confirmed, source } of controls) {
    if (confirmed === true) t.truthy(source, id);
    else t.is(source, null, id);
  }
  const known = (wanted: string) => controls.find(({ id }) => id === wanted)?.confirmed;
  t.is(known('MS.EXO.4.4'), true);
  t.is(known('nis2-6.7.2-l'), false);
  t.is(known('open-service'), null);
});

type DomainControl = Extract<Control, { of: 'domain' }>;
const starttls = domainControls.find(({ control }) => control.id === 'starttls')!.control;

function parts(check: string, findings: readonly [code: string, status: FindingStatus][]) {
  const found = findings.map(([code, status]) => ({ code, status, message: code, rule: 'x' }));
  const part = { at: '2026-03-14T09:26:53.589Z', milliseconds: 1, result: null, findings: found, errors: [] };
  return { [check]: part };
}

test('a port that is blocked is not assessed, and no failure; a domain without mail is outside', (t) => {
  const state = (findings: Parameters<typeof parts>[1]) =>
    assessDomain(starttls as DomainControl, parts('smtp', findings)).state;
  t.is(state([['port_25_unreachable', 'unknown']]), 'not_assessed');
  t.is(
    state([
      ['port_25_unreachable', 'unknown'],
      ['starttls', 'pass'],
    ]),
    'not_assessed',
  );
  t.is(state([['starttls', 'pass']]), 'met');
  t.is(
    state([
      ['starttls', 'pass'],
      ['no_starttls', 'fail'],
    ]),
    'not_met',
  );
  t.is(state([['null_mx', 'info']]), 'outside');
  t.is(state([]), 'not_assessed');
  t.like(assessDomain(starttls as DomainControl, undefined), {
    state: 'not_assessed',
    at: null,
    reasons: ['The check "smtp" has not been made.'],
  });
  const found = assessDomain(starttls as DomainControl, parts('smtp', [['starttls', 'pass']]));
  t.is(found.at, '2026-03-14T09:26:53.589Z');
});

test('what is made of several tests never says more than they do', (t) => {
  const of = (...states: (typeof controlStates)[number][]) =>
    combine(states.map((state) => ({ state, reasons: [], at: null }))).state;
  t.is(of('met', 'met'), 'met');
  t.is(of('met', 'outside'), 'met');
  t.is(of('outside'), 'outside');
  t.is(of('met', 'not_assessed'), 'not_assessed');
  t.is(of('met', 'not_met'), 'partly_met');
  t.is(of('not_met', 'not_assessed'), 'not_met');
  t.is(of('partly_met', 'not_assessed'), 'partly_met');
  for (const one of controlStates)
    for (const other of controlStates) {
      t.is(of(one, other), of(other, one));
      if (of(one, other) === 'met') t.true([one, other].every((state) => ['met', 'outside'].includes(state)));
    }
});
