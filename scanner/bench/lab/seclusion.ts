import { spawnSync } from 'node:child_process';
import { type LabPlan, loopbackPlan, namespacePlan } from './plan.ts';

/**
 * A seclusion states how the closed network runs on this machine: the command that runs its programs, and the plan of
 * its addresses.
 */
export interface Seclusion {
  readonly by: readonly string[];
  readonly plan: LabPlan;
}

/**
 * Finds the strongest seclusion that this machine allows: a network namespace in a user namespace, which needs no
 * rights; a network namespace alone if root may make one; the machine's own loopback if neither is allowed.
 */
export function findSeclusion(): Seclusion {
  for (const by of [
    ['unshare', '-Urn'],
    ['unshare', '-n'],
  ]) {
    if (spawnSync(by[0]!, [...by.slice(1), 'true']).status === 0) return { by, plan: namespacePlan };
  }
  return { by: [], plan: loopbackPlan };
}
