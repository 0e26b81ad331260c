import { findSeclusion } from '../../../scanner/bench/lab/seclusion.ts';
import { run } from '../../launcher/support.ts';

/**
 * Runs a program in a network of its own and returns what it printed, which is JSON. Throws with what it said otherwise.
 * The program starts the lab itself: nothing outside can reach into its network.
 */
export async function runInNamespace(program: string, args: readonly string[] = []): Promise<unknown> {
  const { by, plan } = findSeclusion();
  if (plan.kind !== 'namespace') throw new Error('This machine allows no network namespaces.');
  const command = [...by, process.execPath, program, ...args];
  const { code, stdout, stderr } = await run(command[0]!, command.slice(1), { killAfterMs: 120_000 });
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${stderr.slice(-4_000)}`);
  return JSON.parse(stdout);
}
