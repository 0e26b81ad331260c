import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { createLoadedPageReader } from '../../../../scanner/checks/tech/load-rules.ts';
import { compareVersions } from '../../../../scanner/checks/tech/vulnerable/compare-versions.ts';
import { libraryData } from '../../../../scanner/checks/tech/vulnerable/library-data.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

/** In the form that retire.js documents for its repository; names and faults are made up. */
const document = {
  jquery: {
    npmname: 'jquery',
    vulnerabilities: [
      {
        below: '1.9.0',
        severity: 'medium',
        identifiers: { CVE: ['CVE-0000-0001'], summary: 'An old fault.' },
      },
      {
        atOrAbove: '1.12.0',
        below: '3.5.0',
        excludes: ['3.4.9'],
        severity: 'high',
        identifiers: { githubID: 'GHSA-0000', summary: 'A newer fault.' },
      },
      { severity: 'high' },
    ],
    extractors: {
      uri: ['/(§§version§§)/jquery(\\.min)?\\.js'],
      filename: ['jquery-(§§version§§)(\\.min)?\\.js'],
      func: ['jQuery.fn.jquery'],
    },
  },
  vue: { vulnerabilities: [{ below: '3.0.0', severity: 'low', identifiers: { bug: '7' } }], extractors: {} },
  'sample-carousel': {
    vulnerabilities: [{ below: '2', identifiers: { summary: 'x' } }],
    extractors: { filename: ['(sample)-carousel-(§§version§§)\\.js'] },
  },
  broken: { vulnerabilities: 'none' },
};

const nothing = {
  url: 'https://www.example/',
  headers: {},
  setCookies: [],
  dns: {},
  icons: [],
  certificateIssuer: null,
};
const signal = new AbortController().signal;

test('libraries are told with the faults of their versions, by the file of the operator', async (t) => {
  const directory = await temporaryDirectory(t);
  await writeFile(join(directory, 'libraries.json'), JSON.stringify(document));
  const reader = await createLoadedPageReader({ rules: [], vulnerabilities: [directory] });
  const told = async (...scripts: string[]) => {
    const html = scripts.map((script) => `<script src="${script}"></script>`).join('');
    const { technologies } = await reader.detect({ ...nothing, html }, signal);
    return technologies
      .filter(({ category }) => category === 'JavaScript')
      .map(({ name, version, vulnerabilities }) => [name, version, vulnerabilities?.map(({ id }) => id)]);
  };
  t.deepEqual(await told('/lib/jquery-1.8.3.min.js'), [['jQuery', '1.8.3', ['CVE-0000-0001']]]);
  t.deepEqual(await told('https://cdn.example/ajax/libs/3.4.1/jquery.min.js'), [
    ['jQuery', '3.4.1', ['GHSA-0000']],
  ]);
  t.deepEqual(await told('/lib/jquery-3.4.9.js'), [['jQuery', '3.4.9', []]]);
  t.deepEqual(await told('/lib/jquery-3.7.1.js'), [['jQuery', '3.7.1', []]]);
  t.deepEqual(await told('/sample-carousel-1.0.js'), [['sample-carousel', '1.0', ['unknown']]]);
  t.deepEqual(await told('https://cdn.example/vue@2.7.14/dist/vue.js'), [['Vue.js', '2.7.14', ['7']]]);
  const [preact] = await told('https://cdn.example/preact@10.20.1/dist/preact.min.js');
  t.deepEqual(preact, ['Preact', '10.20.1', undefined], 'of a library that is not listed nothing is known');
});

test('a file without libraries is refused, and without one nothing is known', async (t) => {
  const directory = await temporaryDirectory(t);
  await writeFile(join(directory, 'empty.json'), '{}');
  const files = { rules: [], vulnerabilities: [join(directory, 'empty.json')] };
  await t.throwsAsync(createLoadedPageReader(files), { message: /no library/ });
  const reader = await createLoadedPageReader({ rules: [] });
  const html = '<script src="/lib/jquery-1.8.3.min.js"></script>';
  const { technologies } = await reader.detect({ ...nothing, html }, signal);
  t.true(technologies.every(({ vulnerabilities }) => vulnerabilities === undefined));
});

test('versions have an order', (t) => {
  const sorted = ['0.9', '1.0-alpha', '1.0-beta2', '1.0', '1.0.1', '1.2.3-rc1', '1.2.3', '1.10', '2'];
  for (const [index, one] of sorted.entries()) {
    for (const [at, other] of sorted.entries()) {
      t.is(Math.sign(compareVersions(one, other)), Math.sign(index - at), `${one} ${other}`);
    }
  }
  t.is(compareVersions('1.0', '1.0.0'), 0);
  t.is(compareVersions('1.0+build7', '1.0'), 0);
  const version = fc.string({ unit: fc.constantFrom(...'0129.-abrc+'), maxLength: 12 });
  fc.assert(
    fc.property(
      version,
      version,
      (one, other) =>
        Math.sign(compareVersions(one, other)) === -Math.sign(compareVersions(other, one)) ||
        compareVersions(one, other) === 0,
    ),
  );
});

test('any document is read without an exception', (t) => {
  const entry = fc.record({
    vulnerabilities: fc.anything(),
    extractors: fc.anything(),
    npmname: fc.anything(),
  });
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(fc.string(), entry)), (any) => {
      t.true(libraryData([any]).libraries >= 0);
    }),
  );
});
