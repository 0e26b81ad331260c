import test from 'ava';
import { importsOf, ownImports } from '../../scripts/check/read-imports.ts';
import { isProduct, sourceFiles } from '../../scripts/check/source-files.ts';
import { roomOf } from './rooms.ts';

const product = sourceFiles().filter(({ path }) => isProduct(path));

test('every import of product code points along an allowed arrow', (t) => {
  const wrong: string[] = [];
  let checked = 0;
  for (const file of product) {
    const from = roomOf(file.path);
    if (from === undefined) {
      wrong.push(`${file.path} lies in no known room (see test/architecture/rooms.ts)`);
      continue;
    }
    for (const target of ownImports(file)) {
      checked++;
      // A workspace may read its own package.json, for the version.
      if (target === `${file.path.split('/')[0]}/package.json`) continue;
      const to = roomOf(target);
      if (to !== from && !from.mayImport.includes(to?.name ?? 'nowhere')) {
        wrong.push(`${file.path} (${from.name}) imports ${target} (${to?.name ?? 'no room'})`);
      }
    }
  }
  t.deepEqual(wrong, []);
  t.true(checked > 100, `only ${checked} imports were found: the reader is broken`);
});

test('imports between our own files name files that exist', (t) => {
  const all = sourceFiles();
  const known = new Set(all.map(({ path }) => path));
  const lost = all.flatMap((file) =>
    ownImports(file)
      .filter((target) => /\.(?:ts|mjs)$/.test(target) && !known.has(target))
      .map((target) => `${file.path}: ${target}`),
  );
  t.deepEqual(lost, []);
});

test('the reader finds every form of import', (t) => {
  // Relative ones, so that they are no packages when this file is read itself.
  const text = `
    import a from './one';
    import { type B, c } from "./two";
    import {
      d,
      e,
    } from './three';
    export * from './four';
    export type { F } from './five';
    import './six';
    const g = await import('./seven');
    import json from './eight.json' with { type: 'json' };
    // import h from 'not-this';
    /* import i from 'nor-this'; */
    const text = "no import from anywhere";
  `;
  t.deepEqual(importsOf(text).toSorted(), [
    './eight.json',
    './five',
    './four',
    './one',
    './seven',
    './six',
    './three',
    './two',
  ]);
});
