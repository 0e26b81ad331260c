import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Destination } from '@sonde/sensor/ship/messages.ts';
import { serveMetrics } from '@sonde/sensor/status/metrics-listener.ts';
import { reloadAtHangup } from '@sonde/shared/settings/reload-at-hangup.ts';
import { onParentGone } from '@sonde/shared/system/parent-gone.ts';
import type { CaptureSource } from '../capture/capture-source.ts';
import { type LoadedConfig, settings } from '../config/settings.ts';
import { Agent, type AgentLog } from '../run/agent.ts';
import type { InterfaceWatch } from '../run/interface-watch.ts';
import type { AgentParts } from '../run/row-pipeline.ts';
import { openStateDirectory, stateDirectoryPath } from '../run/state-directory.ts';
import { agentMetrics, isHealthy } from '../status/metrics.ts';
import { serveStatus } from '../status/status-server.ts';
import { prepareDestination } from './prepare.ts';

export interface RunOptions {
  readonly loaded: LoadedConfig;
  readonly destination: Destination;
  readonly sources: readonly CaptureSource[];
  /** Finds further sources while the agent runs. */
  readonly watch?: InterfaceWatch | undefined;
  readonly parts: AgentParts;
  readonly log: AgentLog;
  /** Reads the configuration again, for SIGHUP. */
  readonly reload: () => Promise<LoadedConfig>;
  /** Is told when the inputs are open. */
  readonly onStarted: (agent: Agent) => void;
}

/** Runs an agent until its inputs end or it is asked to stop; then it ships what it holds. Rejects with the fault that ended it. */
export async function runAgent(options: RunOptions): Promise<void> {
  const { loaded, log } = options;
  const state = await openStateDirectory(stateDirectoryPath(loaded.config.state));
  // Whoever asks while the agent starts is answered when it has.
  const start = Promise.withResolvers<Agent>();
  start.promise.catch(() => undefined);
  const status = await serveStatus(state.path, async () => (await start.promise).status());
  try {
    const running = await Agent.start({ ...options, config: loaded.config, state });
    start.resolve(running);
    const metrics = await serveFigures(loaded.config.metrics, running);
    const endReloads = reloadAtHangup({
      table: settings,
      loaded,
      load: options.reload,
      use: async (config) => {
        const { destination, warnings } = await prepareDestination(config);
        running.use(config, destination);
        return warnings;
      },
      log,
    });
    const stopped = stopRequested(log);
    try {
      const ended = running.run();
      // An input that can't be opened says so at once.
      await Promise.race([ended, nextTurn()]);
      options.onStarted(running);
      await Promise.race([ended, stopped.promise]);
    } finally {
      endReloads();
      stopped.release();
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

async function serveFigures(address: string | undefined, agent: Agent) {
  if (address === undefined) return undefined;
  const report = () => agent.status();
  return await serveMetrics(address, agentMetrics(report), () => isHealthy(report()));
}

/** The first SIGTERM or SIGINT ends the run gracefully; a second one ends the process as if we had no say. */
function stopRequested(log: AgentLog): { promise: Promise<void>; release: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  const onSignal = (signal: string): void => {
    log.info(`${signal}: shipping what is left.`);
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
