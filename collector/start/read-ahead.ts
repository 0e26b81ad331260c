import { type ChildProcess, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Blocks of 512 bytes: a start with warm files reads none, one with cold files some thousands before it gets here. */
const coldBlocks = 256;

/** Reads all files below the folders that are its arguments, several at once. */
const script = 'find "$@" -type f -print0 | xargs -0 -P 4 -n 50 cat > /dev/null';

/**
 * Reads the program and what it was compiled to ahead of the modules' loading if the files are cold, since loading asks
 * the disk for one small file after the other. It is for the system's own tools: a thread of this program took three
 * times as long, with more of the processors' time. Nobody waits for them, and if they are missing a start just takes
 * longer. Gives the process that reads, if any. `blocksRead` is what this process has read from the disk.
 */
export function readAhead(blocksRead = process.resourceUsage().fsRead): ChildProcess | undefined {
  if (blocksRead < coldBlocks) return undefined;
  const folders = ['../', '../../scanner/', '../../shared/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const compiled = getCompileCacheDir();
  if (compiled !== undefined) folders.unshift(compiled);
  const reading = spawn('sh', ['-c', script, 'sh', ...folders], { stdio: 'ignore' });
  reading.on('error', () => {});
  reading.unref();
  return reading;
}
