import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareAll, mutantsOf } from './agreement.ts';
import { checkers, furtherCheckers, isInstalled } from './checkers.ts';
import { readSet } from './configuration-sets.ts';
import { examplesOf, variantsOf } from './samples.ts';

/**
 * `scripts/run test/support/configurations/measure-agreement-main.ts [COUNT] [SERVER] [FROM] [KINDS]`: verdicts beside those of the servers' own
 * checkers on mutated samples (`mutants`), on mutated large configurations (`large`), on the distribution's example files and those with
 * each commented option taken in (`examples`). `FROM` is the first seed: the figures of the documentation are of one that nothing was
 * mended by.
 */
const [count = '300', only, from = '0', kinds = 'mutants,large,examples'] = process.argv.slice(2);
const large = readSet('large');
const directory = mkdtempSync(join(tmpdir(), 'sonde-agreement-'));
try {
  for (const checker of [...checkers, ...furtherCheckers]) {
    const { serverType, program, section = '' } = checker;
    if (only !== undefined && serverType !== only) continue;
    if (!isInstalled(program)) {
      console.log(`${serverType}: ${program} is not installed.`);
      continue;
    }
    const examples = examplesOf(serverType);
    const mutated = (texts: readonly string[]) =>
      texts.flatMap((text, index, all) =>
        mutantsOf(text, Math.ceil(Number(count) / all.length), Number(from) + 1_000 * index),
      );
    const sources = {
      mutants: mutated([...checker.samples, ...examples]),
      large: mutated(
        large.flatMap(({ serverType: type, text }) =>
          type === serverType && text.includes(section) ? text : [],
        ),
      ),
      examples: examples.flatMap((text) => [{ text, change: 'as it is' }, ...variantsOf(text)]),
    };
    for (const [kind, cases] of Object.entries(sources)) {
      if (!kinds.split(',').includes(kind)) continue;
      const { agreed, refused, differences } = await compareAll(checker, cases, directory);
      for (const difference of differences) console.log(difference);
      console.log(
        `${serverType}, ${kind}: ${agreed} of ${cases.length} verdicts are those of ${program} (it refuses ${refused})`,
      );
    }
  }
} finally {
  rmSync(directory, { recursive: true });
}
