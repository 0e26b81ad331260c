import type { Registration } from '../config/registration.ts';
import type { Settings } from '../config/settings.ts';
import { startAnalytics } from '../modules/analytics/start-analytics.ts';
import type { StartModule } from '../modules/plugin-module.ts';
import { policyThread } from '../modules/policy/policy-thread.ts';
import { type RowsInForce, startRows } from '../modules/rows/start-rows.ts';
import { startThreatIntel } from '../modules/threat-intel/start-threat-intel.ts';
import { defaultSurgeLimits, type SurgeLimits } from '../policy/surge-guard.ts';
import type { Figures } from './figures.ts';

export interface ModuleSurroundings {
  readonly inputs: readonly string[];
  readonly figures: Figures;
  /** Settings and key of the rows at this moment; undefined if none are shipped. */
  readonly rowsInForce: () => RowsInForce | undefined;
  readonly report: (message: string) => void;
}

/** Returns the modules that there is a key for, in the order in which they see dnstap. */
export function modulesOf(
  settings: Settings,
  registration: Registration,
  { inputs, figures, rowsInForce, report }: ModuleSurroundings,
): Record<string, StartModule> {
  const { collector, state } = settings;
  const { policy, analytics, threat_intel } = registration.api_keys;
  const modules: Record<string, StartModule> = {};
  if (rowsInForce() !== undefined) {
    const { frames, onRecorder } = figures;
    const options = { state, inputs, frames, log: report, onRecorder };
    modules.rows = (failed) => startRows({ ...options, ...rowsInForce()! }, failed);
  }
  if (policy !== undefined) {
    modules.policy = policyThread(
      {
        collector,
        resolverId: String(registration.resolver_id),
        key: policy,
        directory: state,
        zone: settings.zone,
        primary: settings.primary,
        notify: settings.notify,
        tsigKeyFile: settings.tsig_key_file,
        zoneFile: settings.zone_file,
        unboundControl: settings.unbound_control,
        recControl: settings.rec_control,
        interval: settings.policy_interval * 1_000,
        surge: surgeLimits(settings),
      },
      figures.watch === undefined ? undefined : (listener) => figures.onCounted(listener),
    );
  }
  if (analytics !== undefined) {
    const interval = settings.analytics_interval * 1_000;
    modules.analytics = () => startAnalytics({ collector, key: analytics, interval });
  }
  if (threat_intel !== undefined) {
    // The rows see each message before; what they keep, the collector looks at itself.
    const isShipped = (): boolean => figures.recorder?.rows.keptLast === true;
    modules.threat_intel = () => startThreatIntel({ collector, key: threat_intel, isShipped });
  }
  return modules;
}

function surgeLimits({ surge_percent: percent, surge_minutes: minutes }: Settings): SurgeLimits | undefined {
  if (percent === 100) return undefined;
  return { ...defaultSurgeLimits, growth: percent / 100, watch: minutes * 60_000 };
}
