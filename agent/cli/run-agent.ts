import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Destination } from '@sonde/sensor/ship/messages.ts';
import { serveMetrics } from '@sonde/sensor/status/metrics-listener.ts';
import { reloadAtHangup } from '@sonde/shared/settings/reload-at-hangup.ts';
import { onParentGone } from '@sonde/shared/system/parent-gone.ts';
import type { CaptureSource } from '../capture/capture-source.ts';
import type { LiveCaptures } from '../capture/live-captures.ts';
import { CollectorSettings, type SettingsTarget } from '../collector-settings/collector-settings.ts';
import { filtersOf } from '../config/recording-options.ts';
import { type Config, type LoadedConfig, settings } from '../config/settings.ts';
import { Agent, type AgentLog } from '../run/agent.ts';
import type { InterfaceWatch } from '../run/interface-watch.ts';
import type { AgentParts } from '../run/row-pipeline.ts';
import { openStateDirectory, stateDirectoryPath } from '../run/state-directory.ts';
import { agentMetrics, isHealthy } from '../status/metrics.ts';
import type { StatusReport } from '../status/status-report.ts';
import { serveStatus } from '../status/status-server.ts';
import { prepareDestination } from './prepare.ts';

/** The inputs of a run. */
export interface Inputs {
  readonly sources: readonly CaptureSource[];
  /** Finds further sources while the agent runs. */
  readonly watch?: InterfaceWatch | undefined;
  /** The live captures among them; undefined where a file is read, and the collector's settings are not asked for. */
  readonly live: LiveCaptures | undefined;
}

export interface RunOptions {
  readonly loaded: LoadedConfig;
  readonly destination: Destination;
  /** Opens the inputs by the settings that are in force at the start. */
  readonly openInputs: (config: Config) => Inputs;
  readonly parts: AgentParts;
  readonly log: AgentLog;
  /** Reads the configuration again, for SIGHUP. */
  readonly reload: () => Promise<LoadedConfig>;
  /** Is told when the inputs are open. */
  readonly onStarted: (agent: Agent) => void;
}

/** Runs an agent until its inputs end or it is asked to stop; then it ships what it holds. Rejects with the fault that ended it. */
export async function runAgent(options: RunOptions): Promise<void> {
  const { log, parts, destination } = options;
  let { loaded } = options;
  const state = await openStateDirectory(stateDirectoryPath(loaded.config.state));
  // Whoever asks while the agent starts is answered when it has.
  const start = Promise.withResolvers<() => StatusReport>();
  start.promise.catch(() => undefined);
  const status = await serveStatus(state.path, async () => (await start.promise)());
  try {
    const inForce = await CollectorSettings.open({ own: loaded, destination, directory: state, log });
    const { live, ...inputs } = options.openInputs(inForce.config);
    const onRenewed = async (agent: Agent): Promise<void> => {
      const renewed = await prepareDestination(loaded.config);
      agent.shipTo(renewed.destination);
      // What the collector sets later goes on with it.
      await inForce.useOwn(loaded, renewed.destination);
    };
    const running = await Agent.start({ ...options, ...inputs, config: inForce.config, state, onRenewed });
    const report = () => ({ ...running.status(), settings_from_collector: inForce.status() });
    start.resolve(report);
    const metrics = await serveFigures(loaded.config.metrics, report);
    const endReloads = reloadAtHangup({
      table: settings,
      loaded,
      load: async () => {
        loaded = await options.reload();
        return loaded;
      },
      use: async (config) => {
        const prepared = await prepareDestination(config);
        await inForce.useOwn({ config, origins: loaded.origins }, prepared.destination);
        return prepared.warnings;
      },
      log,
    });
    const stopped = stopRequested(log);
    let isInOrder = false;
    try {
      const ended = running.run();
      // An input that can't be opened says so at once.
      await Promise.race([ended, nextTurn()]);
      options.onStarted(running);
      inForce.start(settingsTarget(running, live, inForce.config, parts));
      await Promise.race([ended, stopped.promise]);
      isInOrder = true;
    } finally {
      endReloads();
      stopped.release();
      await inForce.stop(isInOrder);
      await running.stop();
      await metrics?.close();
      sayEnd(running, log);
    }
  } catch (error) {
    start.reject(error);
    throw error;
  } finally {
    await status.close();
  }
}

/** What applies settings to the agent: another filter by opening the captures anew, all else in place. */
function settingsTarget(
  agent: Agent,
  live: LiveCaptures | undefined,
  atStart: Config,
  parts: AgentParts,
): SettingsTarget {
  let { filter } = atStart;
  return {
    rows: () => agent.status().ledger.rows_stored,
    failing: () => agent.status().inputs.filter(({ error }) => error !== undefined).length,
    apply: async (config, destination) => {
      const use = (): void => agent.use(config, destination);
      if (config.filter === filter) return use();
      if (live === undefined || !atStart.settings_from_collector) {
        throw new Error(
          'The agent was started without settings from the collector. Restart it to change the packet filter.',
        );
      }
      await live.use(filtersOf(config, parts), use);
      filter = config.filter;
    },
  };
}

async function serveFigures(address: string | undefined, report: () => StatusReport) {
  if (address === undefined) return undefined;
  return await serveMetrics(address, agentMetrics(report), () => isHealthy(report()));
}

/** The first SIGTERM or SIGINT ends the run gracefully; a second one ends the process as if we had no say. */
function stopRequested(log: AgentLog): { promise: Promise<void>; release: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  const onSignal = (signal: string): void => {
    log.info(`${signal}: shipping the remaining rows.`);
    release();
    resolve();
  };
  const release = (): void => {
    process.off('SIGTERM', onSignal);
    process.off('SIGINT', onSignal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  onParentGone(() => onSignal('The program that started this one is gone'));
  return { promise, release };
}

function sayEnd(agent: Agent, log: AgentLog): void {
  const { delivery, ledger } = agent.status();
  const waiting = delivery.spool.rows === 0 ? '' : ` ${delivery.spool.rows} rows wait in the spool.`;
  const rejected = delivery.rowsRejected === 0 ? '' : `, ${delivery.rowsRejected} rejected by the collector`;
  log.info(`Ended: ${ledger.rows_stored} rows, ${delivery.rowsAccepted} accepted${rejected}.${waiting}`);
}
