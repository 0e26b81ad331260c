import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PolicyDocument } from '@sonde/shared/policy/document.ts';
import { AccessList, loopback } from '../../net/access-list.ts';
import { downloadPolicy } from '../../policy/download-policy.ts';
import { Enforcer } from '../../policy/enforcer.ts';
import { PolicyError } from '../../policy/policy-error.ts';
import { PolicyKeeper } from '../../policy/policy-keeper.ts';
import { PolicyStore } from '../../policy/policy-store.ts';
import { isWhole } from '../../policy/read-policy.ts';
import { SerialKeeper } from '../../policy/serial-keeper.ts';
import { PrimaryCounters } from '../../rpz/counters.ts';
import { type Primary, servePrimary } from '../../rpz/primary.ts';
import { RpzZone } from '../../rpz/zone.ts';
import { readTsigFile } from '../../setup/tsig-file.ts';
import type { PluginModule } from '../plugin-module.ts';
import type { PolicyModuleOptions } from './options.ts';
import { policyTargets } from './policy-targets.ts';

const tickEvery = 5_000;
/** Milliseconds for a whole policy of the largest size on a slow line. */
const downloadPatience = 120_000;

/**
 * Holds the policy and serves it: what was in force before at once, and what the collector says from then on. Without
 * any policy no zone is served, so that the resolver keeps what it has.
 */
export async function startPolicy(options: PolicyModuleOptions): Promise<PluginModule> {
  const store = await PolicyStore.open(join(options.directory, 'policy'));
  const verifier = { kind: 'hmac-sha256', secret: options.key } as const;
  const { keeper, document } = await PolicyKeeper.open(store, { verifier, resolverId: options.resolverId });
  const serialPath = join(options.directory, 'serial');
  const now = Date.now();
  const zone = new RpzZone({ name: options.zone, now, serial: await SerialKeeper.last(serialPath) });
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
  const enforcer = new Enforcer(zone, [...targets, serials]);
  const keys = key === undefined ? [] : [key];
  const allowed = new AccessList([...loopback, ...options.notify.map(({ host }) => host)]);
  let primary: Primary | undefined;
  const serve = async (): Promise<void> => {
    primary ??= await servePrimary({ zone, keys, counters, clock: Date, ...options.primary, allowed });
  };
  const enforce = async (policy: PolicyDocument): Promise<void> => {
    enforcer.enforce(policy, Date.now());
    if (primary !== undefined) return;
    await serve();
    // Also for a policy without a rule: resolvers may still have one, and wait for a file to be there.
    for (const target of targets) target.changed({ removed: [], put: [] });
  };

  let contact: string | undefined;
  let askWhole = false;
  const refresh = async (signal: AbortSignal): Promise<void> => {
    const { held } = keeper;
    const url = new URL('/api/v1/unbound/policy', options.collector);
    const headers = { authorization: `Bearer ${options.key}` };
    const known = held === undefined || askWhole ? {} : { held };
    const policy = await downloadPolicy({ url, headers, signal, ...known });
    contact = new Date().toISOString();
    if (policy === undefined) return;
    const update = await keeper.take(policy);
    askWhole = false;
    if (isWhole(update)) await enforce(update);
    else enforcer.change(update, Date.now());
  };

  if (document !== undefined) await enforce(document);
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(downloadPatience)]);
      await refresh(signal).catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        if (error instanceof PolicyError && error.fault === 'does_not_follow') askWhole = true;
        failed(error);
      });
      await delay(options.interval, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  const ticking = setInterval(() => enforcer.tick(Date.now()), tickEvery);

  return {
    status: async () => ({
      policy_version: keeper.held?.version ?? null,
      serving: primary !== undefined,
      serial: zone.serial,
      triggers: zone.size,
      rules_not_enforceable: Object.fromEntries([...enforcer.problems].slice(0, 100)),
      last_contact: contact ?? null,
      faults: { ...faults },
      last_fault: lastFault ?? null,
      transfers: { ...counters },
    }),
    stop: async () => {
      stopping.abort();
      clearInterval(ticking);
      await running;
      for (const notifier of notifiers) notifier.close();
      await primary?.close();
      for (const target of [...targets, serials]) await target.idle();
    },
  };
}
