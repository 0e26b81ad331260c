import { z } from 'zod';

/** An id is the number of an account, a location, a threat and the like: positive and below 2^53. */
export const idSchema = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [1] });
