import { z } from 'zod';

/** Creates the two parameters of lists that page: at most `limit` items after the first `offset`. */
export function pageParameters(defaultLimit: number, maxLimit: number) {
  return {
    limit: z
      .int()
      .min(1)
      .max(maxLimit)
      .default(defaultLimit)
      .describe('Maximum number of items in the answer.'),
    offset: z.int().min(0).max(1_000_000_000).default(0).describe('Number of items to skip.'),
  };
}
