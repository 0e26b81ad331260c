import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CanaryWatch } from '../canary/canary-watch.ts';
import type { Registration } from '../config/registration.ts';
import type { Settings } from '../config/settings.ts';
import { watchCounters } from '../counters/watch-counters.ts';
import { DnstapCounters } from '../dnstap/counters.ts';
import { inputNames, listenAll } from '../dnstap/listen-all.ts';
import type { DnstapSink } from '../dnstap/sink.ts';
import { ModuleRunner } from '../modules/module-runner.ts';
import type { RowsInForce } from '../modules/rows/start-rows.ts';
import { recorderChange } from '../rows/recorder.ts';
import { pluginVersion } from '../version.ts';
import { dnstapInputs } from './dnstap-inputs.ts';
import { Figures } from './figures.ts';
import { locationKey } from './location-key.ts';
import { modulesOf } from './modules.ts';
import { serveStatus } from './status-socket.ts';

export interface RunningPlugin {
  /** Takes up what can change in a run: what is recorded and in which form, and the location's key. Throws a ConfigError. */
  use(settings: Settings): Promise<void>;
  stop(): Promise<void>;
}

const isRows = ({ name }: ModuleRunner): boolean => name === 'rows';

/** Milliseconds between two looks at the resolver's counters, and those that frames have to come after one. */
const countersEvery = 10_000;
const framesSettle = 5_000;

/**
 * Starts what was registered: dnstap in, and the modules, each of which may fail without the others. Rejects if the
 * state directory or a place for dnstap cannot be had.
 */
export async function runPlugin(
  settings: Settings,
  registration: Registration,
  report: (message: string) => void,
): Promise<RunningPlugin> {
  await mkdir(settings.state, { recursive: true, mode: 0o700 });
  const startedAt = new Date().toISOString();
  const counters = new DnstapCounters();
  const inputs = await dnstapInputs(settings);
  const figures = new Figures(counters);
  const watch =
    settings.counters === undefined
      ? undefined
      : watchCounters({
          source: settings.counters,
          interval: countersEvery,
          settling: framesSettle,
          onCounted: (queries, hits) => figures.counted(queries, hits),
        });
  figures.watch = watch;
  let rows = await rowsOf(settings, registration);
  const starts = modulesOf(settings, registration, {
    inputs: inputNames(inputs),
    figures,
    rowsInForce: () => rows,
    report,
  });
  const runners = Object.entries(starts).map(([name, start]) => new ModuleRunner(name, start, report));
  const status = async () => ({
    running: true,
    pid: process.pid,
    version: pluginVersion(),
    started_at: startedAt,
    resolver_id: registration.resolver_id,
    collector: settings.collector,
    dnstap: { inputs: inputNames(inputs), ...counters },
    resolver: watch?.status() ?? null,
    modules: Object.fromEntries(
      await Promise.all(runners.map(async (runner) => [runner.name, await runner.status()] as const)),
    ),
    memory_bytes: process.memoryUsage.rss(),
  });
  const rollBack = async () => {
    const policy = runners.find(({ name }) => name === 'policy');
    return (await policy?.command('rollback')) ?? { error: 'The module policy does not run.' };
  };
  const canary = new CanaryWatch();
  const answers = {
    status,
    rollback: rollBack,
    canary: async (label: string) => {
      if (/^[a-z0-9-]{8,63}$/.test(label)) canary.arm(label);
      return canary.seen;
    },
  };
  const statusServer = await serveStatus(join(settings.state, 'status.sock'), answers);
  const closing: (() => Promise<void>)[] = [() => statusServer.close(), async () => watch?.stop()];
  const close = async (): Promise<void> => {
    for (const end of closing.reverse()) await end();
  };
  try {
    const metrics = await figures.serve(settings.metrics);
    closing.push(() => metrics.close());
    const sinks: DnstapSink[] = [canary, ...(watch === undefined ? [] : [watch.sink]), ...runners];
    const sink: DnstapSink = {
      message: (view) => {
        for (const one of sinks) one.message(view);
      },
    };
    closing.push(() => Promise.all(runners.map((runner) => runner.stop())).then(() => undefined));
    // What accounts for frames is there before the first one comes; a large policy may take its time.
    const [first, others] = [runners.filter(isRows), runners.filter((runner) => !isRows(runner))];
    await Promise.all(first.map((runner) => runner.begin()));
    const listener = await listenAll(inputs, { sink, counters });
    closing.push(() => listener.close());
    await Promise.all(others.map((runner) => runner.begin()));
    const use = async (changed: Settings): Promise<void> => {
      const next = await rowsOf(changed, registration);
      if (rows === undefined || next === undefined) return;
      figures.recorder?.use(recorderChange(next.settings, next.key));
      rows = next;
    };
    return { use, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Settings and key of the rows; undefined if none are to be shipped. Throws a ConfigError. */
async function rowsOf(settings: Settings, registration: Registration): Promise<RowsInForce | undefined> {
  const key = settings.record ? await locationKey(settings, registration) : undefined;
  return key === undefined ? undefined : { settings, key };
}
