import { randomInt } from 'node:crypto';
import { PseudoRandom } from '../../collector/bench/pseudo-random.ts';

/** The seed that `TEST_SEED` gives to all generated cases, undefined if each test is to find new ones. */
export const givenSeed: number | undefined = readSeed(process.env.TEST_SEED);

/** The random numbers of this test process, for pauses and for values of which any will do. */
export const testRandom = new PseudoRandom(givenSeed ?? randomInt(2 ** 31));

function readSeed(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const seed = Number(text);
  // fast-check takes 32 bits.
  if (!Number.isInteger(seed) || Math.abs(seed) >= 2 ** 31)
    throw new RangeError(`TEST_SEED must be a whole number below 2147483648, not "${text}"`);
  return seed;
}
