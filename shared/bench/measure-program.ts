import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';

export interface ProgramTime {
  /** On the wall's clock. */
  readonly seconds: number;
  /** Of processor time, of all processes that took part. */
  readonly cpuSeconds: number;
}

export interface CompressedTime extends ProgramTime {
  /** Bytes that the program's output came to. */
  readonly compressedBytes: number;
}

/** Runs a program, throws its output away, and measures its time; undefined if it is not installed or fails. */
export function measureProgram(command: readonly string[]): Promise<ProgramTime | undefined> {
  return timeScript('"$@" >/dev/null 2>&1 || exit 1; times', command);
}

/**
 * Runs a program whose output the program `zstd` compresses at level 1 into the file `path`, and measures the time of
 * both together; undefined if one of them is not installed or fails.
 */
export async function measureCompressed(
  command: readonly string[],
  path: string,
): Promise<CompressedTime | undefined> {
  // A pipe's status is that of its last program; what the first has to say of itself takes another road.
  const script = `to=$1; shift
    failed=$({ { "$@" 2>&1 || echo 1 >&3; } | zstd -1 -q -c >"$to" || echo 1; } 3>&1)
    test -z "$failed" || exit 1; times`;
  const time = await timeScript(script, [path, ...command]);
  return time && { ...time, compressedBytes: (await stat(path)).size };
}

/** Runs a shell's script that ends by the command `times`. */
async function timeScript(script: string, parameters: readonly string[]): Promise<ProgramTime | undefined> {
  const started = process.hrtime.bigint();
  const child = spawn('sh', ['-c', script, 'sh', ...parameters], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  if (code !== 0) return undefined;
  // The shell tells the processor time of its children on the second line (POSIX).
  const times = [...(output.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const cpuSeconds = times.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { seconds, cpuSeconds };
}
