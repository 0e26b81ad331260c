import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a measurement in a directory of its own, which is removed afterwards, also if a signal ends the measurement; or
 * in one that the caller keeps. The measurement is to end by itself when the signal comes: what it started is stopped
 * first.
 */
export async function withBenchDirectory(
  kept: string | undefined,
  work: (directory: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new BenchInterrupted());
  // Before there is anything that a signal could leave behind.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'sonde-bench-')));
  try {
    if (kept !== undefined) await mkdir(kept, { recursive: true, mode: 0o700 });
    stopping.signal.throwIfAborted();
    await work(directory, stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    process.stderr.write('Interrupted.\n');
    process.exitCode = 1;
  } finally {
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
    // An engine may write its last while it is removed.
    if (kept === undefined)
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

class BenchInterrupted extends Error {
  override readonly name = 'BenchInterrupted';
}
