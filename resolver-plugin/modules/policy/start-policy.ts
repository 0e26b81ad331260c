import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { canaryRule } from '../../canary/canary-rule.ts';
import { AccessList, loopback } from '../../net/access-list.ts';
import { Enforcer } from '../../policy/enforcer.ts';
import { followPolicy } from '../../policy/follow-policy.ts';
import { PolicyError } from '../../policy/policy-error.ts';
import { PolicyKeeper } from '../../policy/policy-keeper.ts';
import { PolicyLine } from '../../policy/policy-line.ts';
import { PolicyStore } from '../../policy/policy-store.ts';
import { SerialKeeper } from '../../policy/serial-keeper.ts';
import { PrimaryCounters } from '../../rpz/counters.ts';
import { type Primary, servePrimary } from '../../rpz/primary.ts';
import { RpzZone } from '../../rpz/zone.ts';
import { readTsigFile } from '../../setup/tsig-file.ts';
import type { PolicyModuleOptions } from './options.ts';
import { policyTargets } from './policy-targets.ts';

const tickEvery = 5_000;

export interface RunningPolicy {
  status(): Promise<object>;
  stop(): Promise<void>;
  /** Goes back to the policy before, and refuses the one in force from then on. */
  rollBack(): Promise<object>;
  /** Tells what was asked and hit since the last time. */
  traffic(queries: number, hits: number): Promise<void>;
}

/**
 * Holds the policy and serves it: what was in force before at once, and what the collector says from then on. Without
 * any policy no zone is served, so that the resolver keeps what it has.
 */
export async function startPolicy(options: PolicyModuleOptions): Promise<RunningPolicy> {
  const store = await PolicyStore.open(join(options.directory, 'policy'));
  const verifier = { kind: 'hmac-sha256', secret: options.key } as const;
  const { keeper, document } = await PolicyKeeper.open(store, { verifier, resolverId: options.resolverId });
  const serialPath = join(options.directory, 'serial');
  const zone = new RpzZone({
    name: options.zone,
    now: Date.now(),
    serial: await SerialKeeper.last(serialPath),
  });
  const key = options.tsigKeyFile === undefined ? undefined : await readTsigFile(options.tsigKeyFile);
  const counters = new PrimaryCounters();
  const faults: Record<string, number> = {};
  let lastFault: string | undefined;
  const failed = (error: unknown): void => {
    const name = error instanceof PolicyError ? error.fault : 'target';
    faults[name] = (faults[name] ?? 0) + 1;
    lastFault = error instanceof Error ? error.message : String(error);
  };
  const { targets, notifiers } = policyTargets(options, zone, key, counters, failed);
  const serials = await SerialKeeper.open(serialPath, zone, failed);
  const enforcer = new Enforcer(zone, [...targets, serials], [canaryRule]);
  const keys = key === undefined ? [] : [key];
  const allowed = new AccessList([...loopback, ...options.notify.map(({ host }) => host)]);
  let primary: Primary | undefined;
  const serve = async (): Promise<void> => {
    if (primary !== undefined) return;
    primary = await servePrimary({ zone, keys, counters, clock: Date, ...options.primary, allowed });
    // Also for a policy without a rule: resolvers may still have one, and wait for a file to be there.
    for (const target of targets) target.changed({ removed: [], put: [] });
  };
  const line = new PolicyLine({ keeper, enforcer, serve, surge: options.surge, clock: Date });
  if (document !== undefined) await line.begin(document);

  const { collector, key: secret, interval } = options;
  const following = followPolicy({
    ...{ collector, key: secret, interval, line, failed, random: Math.random },
    pause: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
    enforced: () => ({
      serial: zone.serial,
      notEnforced: enforcer.problems.size,
      refusedVersion: keeper.refusedVersion,
    }),
  });
  const ticking = setInterval(() => enforcer.tick(Date.now()), tickEvery);

  return {
    status: async () => ({
      policy_version: keeper.held?.version ?? null,
      serving: primary !== undefined,
      serial: zone.serial,
      triggers: zone.size,
      rules_not_enforceable: Object.fromEntries([...enforcer.problems].slice(0, 100)),
      rolled_back: line.rolledBack ?? null,
      last_contact: following.lastContact ?? null,
      faults: { ...faults },
      last_fault: lastFault ?? null,
      transfers: { ...counters },
    }),
    rollBack: () => line.rollBack('requested by hand'),
    traffic: (queries, hits) => line.traffic(queries, hits),
    stop: async () => {
      clearInterval(ticking);
      await following.stop();
      for (const notifier of notifiers) notifier.close();
      await primary?.close();
      for (const target of [...targets, serials]) await target.idle();
    },
  };
}
