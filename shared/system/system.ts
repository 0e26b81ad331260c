import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';

export const systemClock: Clock = { now: Date.now };

const storeBytes = 8_192;

/**
 * The system's randomness is the operating system's. Small pieces are cut off a store, since each call costs more than
 * what it gives.
 */
export const systemRandom: Random = { bytes: createRandomBytes(), uuid: randomUUID };

function createRandomBytes(): Random['bytes'] {
  let store = Buffer.alloc(0);
  return (count) => {
    if (count > storeBytes / 8) return randomBytes(count);
    if (store.length < count) store = randomBytes(storeBytes);
    const piece = Buffer.from(store.subarray(0, count));
    // Nobody who reads this memory later learns what was given away.
    store.fill(0, 0, count);
    store = store.subarray(count);
    return piece;
  };
}
