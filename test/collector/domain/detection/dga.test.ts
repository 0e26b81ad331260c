import test from 'ava';
import { DgaModel } from '../../../../collector/domain/detection/dga/dga-model.ts';
import { featureNames } from '../../../../collector/domain/detection/dga/features.ts';
import { benignKinds } from '../../../../collector/domain/detection/dga/training/benign.ts';
import { families } from '../../../../collector/domain/detection/dga/training/families.ts';
import { localeWords } from '../../../../collector/domain/detection/dga/training/locale-words.ts';
import {
  readDictionary,
  suffixLabels,
} from '../../../../collector/domain/detection/dga/training/material.ts';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { labels, trainModel } from '../../../../collector/domain/detection/dga/training/train-model.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';
import { asked } from '../../../support/detection/traffic.ts';

const model = new DgaModel();
const share = (of: readonly string[]): number =>
  of.filter((label) => model.isFlagged(label)).length / of.length;

for (const family of families.filter(({ kind }) => kind === 'random')) {
  test(`${family.name}: nearly every label is flagged, and a client that asks for them is found`, (t) => {
    const random = new SeededRandom(31);
    t.true(share(labels(family, 500, random)) > 0.7);
    const rows = Array.from({ length: 12 }, (_, n) =>
      asked({ at: n * 5, name: `${family.label(random)}.com`, code: 'NXDOMAIN' }),
    );
    t.regex(alerts(detect(rows)).join(), /dga (?:medium|high) 192\.0\.2\.10/);
  });
}

test('hardly a label of names that people make up is flagged, abbreviations and languages never met included', (t) => {
  const random = new SeededRandom(32);
  for (const kind of benignKinds(new Map(), suffixLabels(), localeWords())) {
    const limit = kind.name === 'initials and trade' ? 0.1 : 0.05;
    t.true(share(labels(kind, 500, random)) < limit, kind.name);
  }
});

test('words of many languages come from the locales of the runtime, in plain letters', (t) => {
  const locales = localeWords();
  t.true(locales.filter(({ taught }) => !taught).length > 5);
  for (const { locale, words } of locales) {
    t.true(words.length > 200, locale);
    t.true(
      words.every((word) => /^[a-z]{4,16}$/.test(word)),
      locale,
    );
  }
});

test('one made-up name alone, or several over a day, are no alert', (t) => {
  const random = new SeededRandom(33);
  const family = families[0]!;
  const rows = Array.from({ length: 12 }, (_, n) =>
    asked({ at: n * 1_800, name: `${family.label(random)}.com`, code: 'NXDOMAIN' }),
  );
  t.deepEqual(alerts(detect(rows)), []);
});

test('names below a dynamic DNS service count, those below hosting do not', (t) => {
  const rows = (suffix: string) => {
    const random = new SeededRandom(34);
    return Array.from({ length: 12 }, (_, n) =>
      asked({ at: n * 5, name: `${families[0]!.label(random)}.${suffix}`, code: 'NXDOMAIN' }),
    );
  };
  t.true(alerts(detect(rows('ddns.net'))).length > 0);
  t.deepEqual(alerts(detect(rows('azurewebsites.net'))), []);
});

test('a verdict explains itself by the features that moved it most', (t) => {
  const { flagged, reasons, score } = model.explain('xjqzkvwpthmb');
  t.true(flagged);
  t.true(score > 0.99);
  t.is(reasons.length, 3);
  t.true(reasons.every(({ feature }) => featureNames.includes(feature)));
});

test('what is too short, or written in another script, is not judged', (t) => {
  for (const label of ['xkcd', 'qzxwvk', 'xn--80ak6aa92e', 'under_score9xqzk'])
    t.false(model.isFlagged(label), label);
});

test('training is repeatable and gives a model of the stored form', (t) => {
  const kinds = benignKinds(
    new Map([['test', readDictionary('alpha\nbravo\ncharlie\nDélta\nx1\n')]]),
    suffixLabels(),
  );
  const size = { language: 300, fit: 60 };
  const once = trainModel({ language: kinds, fit: kinds }, size);
  t.deepEqual(trainModel({ language: kinds, fit: kinds }, size), once);
  t.true(new DgaModel(once).isFlagged('xjqzkvwpthmb'));
  t.deepEqual(readDictionary("Délta\nit's\nabc\n"), ['delta']);
});
