import { isWorthRepeating } from './errors.ts';

/** Runs a statement or a transaction again, three times in all, if the database broke it off because of another. */
export async function repeatable<Result>(work: () => Promise<Result>, attempts = 3): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isWorthRepeating(error)) throw error;
    }
  }
}
