import type { LabPlan } from '../../scanner/bench/lab/plan.ts';
import { isIpv6 } from '../../scanner/bench/lab/plan.ts';
import { runTool } from '../../scanner/bench/lab/run-tool.ts';

/** Gives the namespace's loopback interface the plan's addresses. The machine's own loopback needs nothing. */
export async function raiseAddresses(plan: LabPlan): Promise<void> {
  if (plan.kind === 'loopback') return;
  const all = [
    plan.resolver,
    plan.resolverUpstream,
    plan.root,
    plan.topLevel,
    plan.leaves,
    plan.clients,
  ].flat();
  await runTool('ip', ['link', 'set', 'lo', 'up']);
  for (const address of all) {
    const options = isIpv6(address) ? ['nodad'] : [];
    await runTool('ip', [
      'address',
      'add',
      `${address}/${isIpv6(address) ? 128 : 32}`,
      'dev',
      'lo',
      ...options,
    ]);
  }
}
