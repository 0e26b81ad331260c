import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

/** What helpers need of a test: something to be done when it ends. */
export type Ending = Pick<ExecutionContext, 'teardown'>;

/** A directory that goes away with the test. */
export async function temporaryDirectory(t: Ending): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  t.teardown(() => rm(path, { recursive: true, force: true }));
  return path;
}
