import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { withLosses } from '@sonde/sensor/ship/losses.ts';
import type { Destination } from '@sonde/sensor/ship/messages.ts';
import { Shipper } from '@sonde/sensor/ship/shipper.ts';
import type { Ledger } from '@sonde/shared/batch/metadata.ts';
import type { CaptureSource } from '../capture/capture-source.ts';
import { pipelineOptions, reloadable, treatmentOf } from '../config/recording-options.ts';
import type { Config } from '../config/settings.ts';
import { EventLoopGap } from '../status/event-loop-gap.ts';
import type { StatusReport } from '../status/status-report.ts';
import { Captures } from './captures.ts';
import type { InterfaceWatch } from './interface-watch.ts';
import type { AgentParts, RowPipeline } from './row-pipeline.ts';
import { agentVersion } from './software.ts';
import type { StateDirectory } from './state-directory.ts';

export interface AgentLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface AgentOptions {
  readonly config: Config;
  readonly destination: Destination;
  readonly state: StateDirectory;
  readonly sources: readonly CaptureSource[];
  /** Finds further sources while it runs. */
  readonly watch?: InterfaceWatch | undefined;
  readonly parts: Pick<AgentParts, 'createPipeline'>;
  readonly log: AgentLog;
}

/** One run of the agent: inputs, pipeline and shipper put together, and what happens by the clock. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #shipper: Shipper;
  readonly #pipeline: RowPipeline;
  readonly #captures: Captures;
  readonly #gap = new EventLoopGap();
  readonly #startedAt = Date.now();
  readonly #runId: string;
  readonly #timer: NodeJS.Timeout;
  #config: Config;

  private constructor(options: AgentOptions, shipper: Shipper, runId: string) {
    this.#options = options;
    this.#config = options.config;
    this.#shipper = shipper;
    this.#runId = runId;
    this.#pipeline = options.parts.createPipeline(pipelineOptions(options.config), shipper);
    this.#captures = new Captures({
      sources: options.sources,
      watch: options.watch,
      onGone: (fault) => options.log.warn(fault.message),
      onError: (name, error) =>
        options.log.error(`${name}: ${error instanceof Error ? error.message : error}`),
    });
    this.#timer = setInterval(() => this.#everySecond(), options.config.batch_seconds * 1_000);
  }

  static async start(options: AgentOptions): Promise<Agent> {
    const { config, state, log } = options;
    const runId = randomUUID();
    let agent: Agent | undefined;
    const shipper = await Shipper.start({
      sender: {
        agentId: state.agentId,
        runId,
        software: `sonde-agent/${agentVersion()}`,
        host: hostname().slice(0, 255),
      },
      destination: options.destination,
      spoolDirectory: join(state.path, 'spool'),
      refusedDirectory: join(state.path, 'refused'),
      spoolBytes: config.spool_bytes,
      spoolMemoryBytes: config.spool_memory_bytes,
      refusedBytes: config.refused_bytes,
      requestTime: config.request_seconds * 1_000,
      heartbeat: config.heartbeat_seconds * 1_000,
      queueBytes: config.queue_bytes,
      batchBytes: config.batch_bytes,
      onBatchDue: () => agent?.closeBatch(),
      log: (level, message) => log[level](message),
    });
    agent = new Agent(options, shipper, runId);
    return agent;
  }

  /** Captures until all inputs have ended or were stopped; rejects with the first fault of an input or the shipper. */
  async run(): Promise<void> {
    const shipping = this.#shipper.ended.then(() => undefined);
    const capturing = this.#captures.run(this.#pipeline);
    this.#gap.start();
    await Promise.race([capturing, shipping]);
  }

  /** Ends the capture, ships what is left within the time set for it, and leaves the rest in the spool. */
  async stop(): Promise<void> {
    await this.#captures.stop();
    clearInterval(this.#timer);
    this.#pipeline.end();
    // A run that captured nothing, for want of permission say, has no ledger to tell.
    if (this.#pipeline.counters().packets_captured > 0) this.#shipper.close(this.#close(), true);
    await this.#shipper.stop(this.#config.stop_seconds * 1_000);
    this.#gap.stop();
  }

  /** Hands the rows so far to the shipper as one batch, with the ledger of this moment. */
  closeBatch(final = false): void {
    this.#pipeline.flush();
    this.#shipper.close(this.#close(), final);
  }

  /** Takes up what can change in a run: filters, sampling, privacy, the collectors and the key. */
  use(config: Config, destination: Destination): void {
    // The rows so far were treated as their batch says.
    this.closeBatch();
    this.#pipeline.configure(pipelineOptions(config));
    this.#config = { ...this.#config, ...reloadable(config) };
    this.#shipper.use(destination);
  }

  /** Resolves when there is room for more rows; for inputs that can wait. */
  room(): Promise<void> {
    return this.#shipper.room();
  }

  /** Where each packet and message of this run went, up to now. */
  ledger(): Ledger {
    return withLosses(this.#pipelineLedger(), this.#shipper.losses);
  }

  /** How it stands, with all sums of one moment. */
  status(): StatusReport {
    this.#pipeline.flush();
    const { state } = this.#options;
    const shipper = this.#shipper;
    const now = Date.now();
    return {
      software: `sonde-agent/${agentVersion()}`,
      node: process.version,
      agent_id: state.agentId,
      run_id: this.#runId,
      pid: process.pid,
      host: hostname(),
      started_at: new Date(this.#startedAt).toISOString(),
      uptime_seconds: Math.round((now - this.#startedAt) / 1_000),
      state_directory: state.path,
      inputs: this.#captures.states,
      treatment: treatmentOf(this.#config),
      ledger: this.ledger(),
      diagnostics: this.#pipeline.diagnostics(),
      queue: { rows: shipper.queuedRows, bytes: shipper.queuedBytes, max_bytes: this.#config.queue_bytes },
      delivery: shipper.state,
      event_loop_gap_ms: this.#gap.milliseconds,
      memory_bytes: process.memoryUsage.rss(),
    };
  }

  #everySecond(): void {
    // A file has a clock of its own, which the pipeline reads off the packets.
    if (this.#captures.allLive) this.#pipeline.tick(Date.now() * 1_000);
    this.closeBatch();
  }

  #close() {
    return {
      // The worker adds what is lost behind the queue.
      ledger: withLosses(this.#pipelineLedger(), this.#shipper.queueLosses),
      at: Date.now() * 1_000,
      inputs: this.#captures.names,
      treatment: treatmentOf(this.#config),
    };
  }

  #pipelineLedger(): Ledger {
    return {
      ...this.#pipeline.counters(),
      packets_dropped: this.#captures.dropped,
      rows_dropped: {},
    };
  }
}
