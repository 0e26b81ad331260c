import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Registration } from '../config/registration.ts';
import type { Settings } from '../config/settings.ts';
import { DnstapCounters } from '../dnstap/counters.ts';
import { listenUnix } from '../dnstap/listen-unix.ts';
import { startAnalytics } from '../modules/analytics/start-analytics.ts';
import { ModuleRunner } from '../modules/module-runner.ts';
import type { StartModule } from '../modules/plugin-module.ts';
import { policyThread } from '../modules/policy/policy-thread.ts';
import { startThreatIntel } from '../modules/threat-intel/start-threat-intel.ts';
import { pluginVersion } from '../version.ts';
import { groupId } from './group-id.ts';
import { serveStatus } from './status-socket.ts';

export interface RunningPlugin {
  stop(): Promise<void>;
}

/**
 * Starts what was registered: dnstap in, and the modules, each of which may fail without the others. Rejects where the
 * state directory or the socket cannot be had.
 */
export async function runPlugin(
  settings: Settings,
  registration: Registration,
  report: (message: string) => void,
): Promise<RunningPlugin> {
  await mkdir(settings.state, { recursive: true, mode: 0o700 });
  const startedAt = new Date().toISOString();
  const counters = new DnstapCounters();
  const runners = Object.entries(modulesOf(settings, registration)).map(
    ([name, start]) => new ModuleRunner(name, start, report),
  );
  const status = async () => ({
    running: true,
    pid: process.pid,
    version: pluginVersion(),
    started_at: startedAt,
    resolver_id: registration.resolver_id,
    collector: settings.collector,
    dnstap: { socket: settings.dnstap_socket, ...counters },
    rows: 'not shipped by this version',
    modules: Object.fromEntries(
      await Promise.all(runners.map(async (runner) => [runner.name, await runner.status()] as const)),
    ),
  });
  const statusServer = await serveStatus(join(settings.state, 'status.sock'), status);
  try {
    await mkdir(dirname(settings.dnstap_socket), { recursive: true, mode: 0o755 });
    const sink = { message: (view: Parameters<ModuleRunner['message']>[0]) => tell(runners, view) };
    const mode = Number.parseInt(settings.dnstap_mode, 8);
    const group = settings.dnstap_group;
    const access = { mode, ...(group === undefined ? {} : { groupId: await groupId(group) }) };
    const listener = await listenUnix(settings.dnstap_socket, { sink, counters, ...access });
    await Promise.all(runners.map((runner) => runner.begin()));
    return {
      stop: async () => {
        await listener.close();
        await Promise.all(runners.map((runner) => runner.stop()));
        await statusServer.close();
      },
    };
  } catch (error) {
    await statusServer.close();
    throw error;
  }
}

function tell(runners: readonly ModuleRunner[], view: Parameters<ModuleRunner['message']>[0]): void {
  for (const runner of runners) runner.message(view);
}

/** The modules that there is a key for. */
function modulesOf(settings: Settings, { resolver_id, api_keys }: Registration): Record<string, StartModule> {
  const { collector, state } = settings;
  const { policy, analytics, threat_intel } = api_keys;
  return {
    ...(policy === undefined
      ? {}
      : {
          policy: policyThread({
            collector,
            resolverId: String(resolver_id),
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
          }),
        }),
    ...(analytics === undefined
      ? {}
      : {
          analytics: () =>
            startAnalytics({ collector, key: analytics, interval: settings.analytics_interval * 1_000 }),
        }),
    ...(threat_intel === undefined
      ? {}
      : { threat_intel: () => startThreatIntel({ collector, key: threat_intel }) }),
  };
}
