import { spawn } from 'node:child_process';

export interface ProgramTime {
  /** On the wall's clock. */
  readonly seconds: number;
  /** Of processor time. */
  readonly cpuSeconds: number;
}

/** Runs a program, throws its output away, and takes its time; undefined where it is not installed or fails. */
export async function measureProgram(command: readonly string[]): Promise<ProgramTime | undefined> {
  // The shell's `times` tells the processor time of its children on its second line (POSIX).
  const script = '"$@" >/dev/null 2>&1 || exit 1; times';
  const started = process.hrtime.bigint();
  const child = spawn('sh', ['-c', script, 'sh', ...command], { stdio: ['ignore', 'pipe', 'ignore'] });
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
  const times = [...(output.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const cpuSeconds = times.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { seconds, cpuSeconds };
}
