import { hostname } from 'node:os';
import { Renewal } from '@sonde/sensor/enrolment/renewal.ts';
import type { SensorDirectory } from '@sonde/sensor/run/sensor-directory.ts';
import { SensorRun } from '@sonde/sensor/run/sensor-run.ts';
import type { Destination } from '@sonde/sensor/ship/messages.ts';
import type { CaptureSource } from '../capture/capture-source.ts';
import { pipelineOptions, treatmentOf } from '../config/recording-options.ts';
import type { Config } from '../config/settings.ts';
import { EventLoopGap } from '../status/event-loop-gap.ts';
import type { StatusReport } from '../status/status-report.ts';
import { Captures } from './captures.ts';
import type { InterfaceWatch } from './interface-watch.ts';
import type { AgentParts, RowPipeline } from './row-pipeline.ts';
import { agentSoftware } from './software.ts';

const software = agentSoftware();

export interface AgentLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface AgentOptions {
  readonly config: Config;
  readonly destination: Destination;
  readonly state: SensorDirectory;
  readonly sources: readonly CaptureSource[];
  /** Finds further sources while it runs. */
  readonly watch?: InterfaceWatch | undefined;
  readonly parts: Pick<AgentParts, 'createPipeline'>;
  /** Is told when there is another certificate to ship with. */
  readonly onRenewed: (agent: Agent) => Promise<void>;
  readonly log: AgentLog;
}

/** One run of the agent: captures, and the run of the sensor that they feed. */
export class Agent {
  readonly #state: SensorDirectory;
  readonly #captures: Captures;
  readonly #run: SensorRun<RowPipeline>;
  readonly #gap = new EventLoopGap();
  readonly #startedAt = Date.now();
  readonly #renewal: Renewal;
  #destination: Destination;

  private constructor(
    { state, destination, log, onRenewed }: AgentOptions,
    captures: Captures,
    run: SensorRun<RowPipeline>,
  ) {
    this.#state = state;
    this.#destination = destination;
    this.#renewal = new Renewal({
      directory: state.path,
      senderId: state.senderId,
      software,
      destination: () => this.#destination,
      onRenewed: () => onRenewed(this),
      log: (level, message) => log[level](message),
    });
    this.#captures = captures;
    this.#run = run;
  }

  static async start(options: AgentOptions): Promise<Agent> {
    const { config, destination, state, sources, watch, parts, log } = options;
    const captures = new Captures({
      sources,
      watch,
      onGone: (fault) => log.warn(fault.message),
      onError: (name, error) => log.error(`${name}: ${error instanceof Error ? error.message : error}`),
    });
    const run = await SensorRun.start({
      software,
      directory: state,
      destination,
      shipping: config,
      treatment: treatmentOf(config),
      input: captures,
      createRows: (sink) => {
        const opensStreams = sources.some(({ live }) => !live);
        return parts.createPipeline({ ...pipelineOptions(config), opensStreams }, sink);
      },
      log: (level, message) => log[level](message),
    });
    return new Agent(options, captures, run);
  }

  /** Captures until all inputs have ended or were stopped; rejects with the first fault of an input or the shipper. */
  async run(): Promise<void> {
    const capturing = this.#captures.run(this.#run.rows);
    this.#gap.start();
    this.#renewal.start();
    await Promise.race([capturing, this.#run.ended]);
  }

  /** Ends the capture, ships what is left within the time set for it, and leaves the rest in the spool. */
  async stop(): Promise<void> {
    await this.#captures.stop();
    await this.#renewal.stop();
    await this.#run.stop();
    this.#gap.stop();
  }

  /** Hands the rows so far to the shipper as one batch, with the ledger of this moment. */
  closeBatch(): void {
    this.#run.closeBatch();
  }

  /** Takes up what can change in a run: filters, sampling, privacy, the collectors and the key. */
  use(config: Config, destination: Destination): void {
    this.#destination = destination;
    this.#run.use({ rows: pipelineOptions(config), treatment: treatmentOf(config), destination });
  }

  /** Ships with another certificate from now on. */
  shipTo(destination: Destination): void {
    this.#destination = destination;
    this.#run.shipTo(destination);
  }

  /** Resolves when there is room for more rows; for inputs that can wait. */
  room(): Promise<void> {
    return this.#run.room();
  }

  /** Returns the status of the agent, with all sums of one moment. */
  status(): StatusReport {
    const now = Date.now();
    return {
      software,
      node: process.version,
      agent_id: this.#state.senderId,
      pid: process.pid,
      host: hostname(),
      started_at: new Date(this.#startedAt).toISOString(),
      uptime_seconds: Math.round((now - this.#startedAt) / 1_000),
      state_directory: this.#state.path,
      client_certificate: this.#renewal.status,
      inputs: this.#captures.states,
      ...this.#run.status(),
      event_loop_gap_ms: this.#gap.milliseconds,
      memory_bytes: process.memoryUsage.rss(),
    };
  }
}
