import { notifyTarget } from '../../policy/notify-target.ts';
import { PowerDnsCache } from '../../policy/powerdns-cache.ts';
import type { PolicyTarget } from '../../policy/target.ts';
import { unboundControlTarget } from '../../policy/unbound-control.ts';
import { ZoneFile } from '../../policy/zone-file.ts';
import type { PrimaryCounters } from '../../rpz/counters.ts';
import { Notifier } from '../../rpz/notify.ts';
import type { TsigKey } from '../../rpz/tsig.ts';
import type { RpzZone } from '../../rpz/zone.ts';
import type { PolicyModuleOptions } from './options.ts';

/** Milliseconds after which PowerDNS Recursor has a new zone for sure: it looks every second. */
const recursorDelay = 2_000;

/** Creates the targets that are told of changes, as the options name them. */
export function policyTargets(
  options: PolicyModuleOptions,
  zone: RpzZone,
  key: TsigKey | undefined,
  counters: PrimaryCounters,
  failed: (error: unknown) => void,
): { targets: PolicyTarget[]; notifiers: Notifier[] } {
  const signing = key === undefined ? {} : { key };
  const notifiers = options.notify.map(
    (resolver) => new Notifier({ zone, ...resolver, ...signing, counters, clock: Date }),
  );
  const targets: PolicyTarget[] = notifiers.map(notifyTarget);
  if (options.zoneFile !== undefined) {
    const file = { zone, path: options.zoneFile, mode: 0o644, failed };
    const control = options.unboundControl;
    targets.push(
      control === undefined ? new ZoneFile(file) : unboundControlTarget({ file: control, args: [] }, file),
    );
  }
  if (options.recControl !== undefined) {
    targets.push(new PowerDnsCache({ file: options.recControl, args: [] }, recursorDelay, failed));
  }
  return { targets, notifiers };
}
