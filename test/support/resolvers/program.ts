import { askUdp } from '../dns-client.ts';
import type { Ending } from '../temporary-directory.ts';
import { until } from '../until.ts';
import { type RunningProgram, runProgram } from './child.ts';

/** Starts a resolver and waits until it answers on its port. */
export async function startResolver(
  t: Ending,
  port: number,
  file: string,
  args: readonly string[],
): Promise<RunningProgram> {
  const program = runProgram(t, file, args);
  await until(async () => {
    if (program.child.exitCode !== null) throw new Error(`${file} ended: ${program.output()}`);
    return (await askUdp(port, 'ready.example', 'A', 200)) !== undefined;
  });
  return program;
}
