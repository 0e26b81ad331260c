import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../ports/system/clock.ts';
import type { Random } from '../ports/system/random.ts';

/** The machine's own clock. */
export const systemClock: Clock = { now: Date.now };

/** The operating system's randomness. */
export const systemRandom: Random = { bytes: randomBytes, uuid: randomUUID };
