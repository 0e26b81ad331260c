import { randomBytes, randomUUID } from 'node:crypto';
import type { Random } from '../../shared/system/random.ts';

/** The system's own randomness. */
export const systemRandom: Random = { bytes: randomBytes, uuid: randomUUID };
