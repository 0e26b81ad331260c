import test from 'ava';
import { compareAll, mutantsOf } from '../../support/configurations/agreement.ts';
import { ask, checkers } from '../../support/configurations/checkers.ts';
import { examplesOf } from '../../support/configurations/samples.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const mutants = 8;
/** Some mutants name files, modules or networks of the machine, which only the server knows. */
const mostDifferences = 1;

for (const checker of checkers) {
  const { program, serverType } = checker;
  test(`${program} takes what we take, and refuses what we refuse`, async (t) => {
    const directory = await temporaryDirectory(t);
    for (const sample of checker.samples) {
      const { accepted, said } = await ask(checker, sample, directory);
      t.true(accepted, said);
    }
    const whole = [...checker.samples, ...examplesOf(serverType)].map((text) => ({
      text,
      change: 'as it is',
    }));
    const asTheyAre = await compareAll(checker, whole, directory);
    t.deepEqual(asTheyAre.differences, []);
    const changed = checker.samples.flatMap((text, index) => mutantsOf(text, mutants, 1_000 * index));
    const { differences, refused } = await compareAll(checker, changed, directory);
    t.true(differences.length <= mostDifferences, differences.join('\n'));
    t.true(refused > 0 && refused < changed.length);
  });
}
