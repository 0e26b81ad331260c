import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';

const folder = join(import.meta.dirname, '../../support/configurations/statements');

/**
 * A file for each server with short configurations, one a line: `+` and what its checker takes, `-` and what it refuses, as it was asked.
 * Line ends are written as `\n`.
 */
for (const file of readdirSync(folder)) {
  const serverType = file.replace('.txt', '');
  test(`${serverType}: short configurations are taken and refused as the server's checker does`, (t) => {
    const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
    t.true(lines.length > 50);
    const wrong = lines.filter((line) => {
      const content = Buffer.from(`${line.slice(2).replaceAll('\\n', '\n')}\n`);
      const { valid } = judgeConfiguration({ files: [{ name: 'file', content }], serverType });
      return valid !== line.startsWith('+ ');
    });
    t.deepEqual(wrong, []);
  });
}
