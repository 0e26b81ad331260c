import { readFileSync } from 'node:fs';
import test from 'ava';
import {
  attackCoverage,
  attackLayer,
  titleOf,
} from '../../../../collector/domain/detection/catalogue/attack-layer.ts';
import { detectorPages, stepsFor } from '../../../../collector/domain/detection/catalogue/index.ts';
import { techniqueOf } from '../../../../collector/domain/detection/catalogue/technique-names.ts';
import { detectorTitles } from '../../../../collector/domain/detection/detector-titles.ts';
import { defaultSettings } from '../../../../collector/domain/detection/settings.ts';
import { techniqueName } from '../../../../dashboard/texts/en/watch/techniques.ts';

test('every detector has a page, and every threshold is on one', (t) => {
  t.deepEqual(
    Object.keys(detectorTitles).filter((name) => !(name in detectorPages)),
    [],
  );
  for (const [name, { what, why, evidence, limits, types, steps }] of Object.entries(detectorPages)) {
    t.not(titleOf(name), name, `${name} has no title`);
    for (const part of [what, why, evidence, limits]) t.true(part.endsWith('.'), `${name}: ${part}`);
    t.is(types.length === 0, steps.length === 0, name);
  }
  const onPages = new Set(Object.values(detectorPages).map(({ settings }) => settings));
  const parts = Object.keys(defaultSettings).filter(
    (part) => !['exclusions', 'canaries', 'disabled', 'site'].includes(part),
  );
  t.deepEqual(
    parts.filter((part) => !onPages.has(part as never)),
    [],
  );
});

test('the techniques are those that the detectors name in their findings', (t) => {
  const table = readFileSync('docs/detection.md', 'utf8');
  const known = new Set(attackCoverage().map(({ technique }) => technique));
  for (const [technique] of table.matchAll(/\bT\d{4}(?:\.\d{3})?\b/g))
    t.true(known.has(technique), technique);
  for (const technique of known) t.regex(technique, /^T\d{4}(\.\d{3})?$/);
});

test('the layer of the Navigator leaves out what is switched off', (t) => {
  const scores = (disabled: string[]) =>
    new Map(attackLayer('x', disabled).techniques.map(({ techniqueID, score }) => [techniqueID, score]));
  t.is(scores([]).get('T1568.002'), 1);
  t.is(scores(['dga']).get('T1568.002'), 0);
  t.like(attackLayer('x', []), { domain: 'enterprise-attack', versions: { layer: '4.5' } });
});

test('there is something to do about every type of threat', (t) => {
  for (const type of ['dga', 'dns_tunnel', 'malware', 'rule', 'reconnaissance'])
    t.true(stepsFor(type).length > 0);
});

test('each technique that detectors tell has a name, and the dashboard calls it so', (t) => {
  const told = Object.values(detectorPages).flatMap(({ techniques }) => techniques);
  t.true(told.length > 20);
  for (const technique of told) {
    const { whole, part } = techniqueOf(technique);
    t.truthy(whole.name, technique);
    t.is(techniqueName(technique), part === undefined ? whole.name : `${whole.name}: ${part.name}`);
  }
  // A rule of somebody's own may name any.
  t.deepEqual(techniqueOf('T1000.001'), {
    whole: { uid: 'T1000', name: undefined },
    part: { uid: 'T1000.001', name: undefined },
  });
});
