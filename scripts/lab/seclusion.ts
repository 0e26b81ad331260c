import { spawnSync } from 'node:child_process';
import { type LabPlan, loopbackPlan, namespacePlan } from './plan.ts';

/** How to run the closed network here: the command to run its programs by, and the plan of its addresses. */
export interface Seclusion {
  readonly by: readonly string[];
  readonly plan: LabPlan;
}

/**
 * A network namespace in a user namespace, for which nobody needs rights; a network namespace alone where root may make
 * one; the machine's own loopback where neither is allowed.
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
