import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import { Random } from '../zones/random.ts';
import { mutateConfiguration } from './mutate-configuration.ts';
import { samples } from './samples.ts';
import { secretPlaces } from './secret-places.ts';

/**
 * `nice node test/support/configurations/fuzz-main.ts [COUNT] [SECONDS] [FROM]`: so many inputs for each parser, or as many as fit into
 * the seconds. Tells of exceptions, and of what takes more than 50 ms a second time too.
 */
const [count = 1_000_000, seconds = 3_600, from = 0] = process.argv.slice(2).map(Number);
const types = Object.keys(secretPlaces);
const end = Date.now() + seconds * 1_000;
const slow = 50;

function inputOf(texts: readonly string[], seed: number): string {
  const random = new Random(seed);
  let text = random.of(texts);
  for (let changes = 1 + random.below(6); changes > 0 && /^\s*[^\s#;]/m.test(text); changes--)
    text = mutateConfiguration(text, random.below(2 ** 31)).text;
  return text;
}

const run = (serverType: string, content: Buffer) => {
  const start = performance.now();
  judgeConfiguration({ files: [{ name: 'file', content }], serverType });
  return performance.now() - start;
};

const told = { exceptions: 0, slow: 0 };
let done = 0;
for (; done < count && Date.now() < end; done++) {
  for (const type of types) {
    const known = (samples as Readonly<Record<string, readonly string[]>>)[type] ?? [];
    const text = inputOf([...known, ...secretPlaces[type]!], from + done);
    if (text.includes('\0') || text === '') continue;
    const content = Buffer.from(text);
    try {
      if (run(type, content) <= slow || run(type, content) <= slow) continue;
      told.slow++;
      console.log(`slow: ${type} ${from + done}`);
    } catch (error) {
      told.exceptions++;
      console.log(`${type} ${from + done}: ${(error as Error).stack}`);
    }
  }
}
console.log(
  `${done} inputs for each of ${types.length} parsers: ${told.exceptions} exceptions, ${told.slow} slow`,
);
