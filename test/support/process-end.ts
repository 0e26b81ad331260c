import test from 'ava';

/**
 * Does something when the last test of the process has run. Hooks of a test file run behind that file, of which a process may have
 * many (`scripts/test/batches.ts`); what support modules share is for all of them.
 */
export function atProcessEnd(title: string, work: () => unknown): void {
  test.after.always(title, async () => {
    await work();
  });
}
