import { setTimeout as delay } from 'node:timers/promises';
import type { SensorDirectory } from '@sonde/sensor/run/sensor-directory.ts';
import type { Destination } from '@sonde/sensor/ship/messages.ts';
import { backoff } from '@sonde/shared/net/retry-wait.ts';
import type { SettingsAnswer, SettingsRefusal } from '@sonde/shared/sensor-settings/document.ts';
import type { Config } from '../config/settings.ts';
import type { AgentLog } from '../run/agent.ts';
import { askSettings, type ToldSettings } from './ask-settings.ts';
import { mergeSettings, type OwnSettings } from './merge-settings.ts';
import type { SignedDocument } from './read-document.ts';
import { SettingsKeeper, type WentBackFrom } from './settings-keeper.ts';
import { SettingsRefused } from './settings-refused.ts';
import type { SettingsStatus } from './settings-status.ts';
import { SettingsTrial, type TrialInput } from './settings-trial.ts';

/** Milliseconds after a failure, and after the first, when a collector has seldom heard of the agent yet. */
const retryInterval = 20_000;
const firstRetry = 1_000;
/** Milliseconds; a collector that answers sooner has not waited. */
const shortest = 1_000;
const trialSteps = 8;
/** Refusals that are of a moment: the same version may be taken later. */
const passing: readonly SettingsRefusal[] = ['expired', 'older_version', 'wrong_audience'];

/** A settings target is what applies settings: the running agent. */
export interface SettingsTarget extends TrialInput {
  /** Works by these settings from now on. Rejects, and goes on as before, if it can't. */
  apply(config: Config, destination: Destination): Promise<void>;
}

export interface CollectorSettingsOptions {
  readonly own: OwnSettings;
  readonly destination: Destination;
  readonly directory: SensorDirectory;
  readonly log: AgentLog;
}

/** The settings of an agent: its owner's, and the collector's if the owner lets it. */
export class CollectorSettings {
  readonly #options: CollectorSettingsOptions;
  readonly #keeper: SettingsKeeper;
  readonly #stop = new AbortController();
  #own: OwnSettings;
  #destination: Destination;
  #config: Config;
  #keptOwn: readonly string[] = [];
  #refused: ToldSettings['refused'];
  #target: SettingsTarget | undefined;
  #trial: SettingsTrial | undefined;
  #timer: NodeJS.Timeout | undefined;
  #following: Promise<void> | undefined;
  #question = new AbortController();
  #lastContact: string | undefined;
  #told: string | undefined;
  /** Changes come one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(options: CollectorSettingsOptions, keeper: SettingsKeeper) {
    this.#options = options;
    this.#keeper = keeper;
    this.#own = options.own;
    this.#destination = options.destination;
    this.#config = options.own.config;
    this.#refused = keeper.wentBackFrom;
  }

  /** Takes up the settings that were in force when the agent ended. */
  static async open(options: CollectorSettingsOptions): Promise<CollectorSettings> {
    const { own, directory, destination, log } = options;
    const keeper = await SettingsKeeper.open({
      directory: directory.path,
      agentId: directory.senderId,
      locationKey: destination.key,
      configuredKey: own.config.settings_key,
    });
    const settings = new CollectorSettings(options, keeper);
    if (keeper.wentBackFrom !== undefined && own.config.settings_from_collector) {
      log.warn(
        `Version ${keeper.wentBackFrom.version} of the collector's settings is refused: ${keeper.wentBackFrom.message}`,
      );
    }
    try {
      settings.#merge();
    } catch (error) {
      if (!(error instanceof SettingsRefused)) throw error;
      // Another version of the agent took them.
      settings.#refuse(error);
      await keeper.goBack(error.reason, error.message);
    }
    return settings;
  }

  /** The settings to work by. */
  get config(): Config {
    return this.#config;
  }

  /** Begins to ask the collector, and to apply what it says. */
  start(target: SettingsTarget): void {
    this.#target = target;
    const { settings_trial_seconds: seconds } = this.#own.config;
    const trial = new SettingsTrial(target, trialSteps);
    this.#trial = trial;
    if (this.#isOn && this.#keeper.isOnTrial) {
      trial.begin();
      void this.#inTurn(() => this.#keeper.resume());
    }
    let isStepping = false;
    const step = async (): Promise<void> => {
      // Steps that wait for settings to be applied would come at once afterwards, and be no time.
      if (isStepping) return;
      isStepping = true;
      await this.#inTurn(() => this.#stepTrial(trial)).finally(() => {
        isStepping = false;
      });
    };
    this.#timer = setInterval(() => void step(), (seconds * 1_000) / trialSteps);
    this.#following = this.#follow();
  }

  /** Takes up settings of the owner's that were read again. */
  async useOwn(own: OwnSettings, destination: Destination): Promise<void> {
    await this.#inTurn(async () => {
      this.#own = own;
      this.#destination = destination;
      this.#merge();
      if (!this.#isOn) this.#trial?.end();
      await this.#target?.apply(this.#config, destination);
    });
    this.#question.abort();
  }

  status(): SettingsStatus | null {
    if (!this.#isOn) return null;
    const refused = this.#refused;
    return {
      version: this.#keeper.current?.version ?? null,
      // From the moment that they are taken: while they are being applied nothing has shown that they are good.
      on_trial: this.#keeper.isOnTrial,
      kept_own: this.#keptOwn,
      refused: refused === undefined ? null : { ...refused, version: refused.version ?? null },
      public_key: this.#keeper.knownKey ?? null,
      last_contact: this.#lastContact ?? null,
    };
  }

  /** Ends the asking; `inOrder` keeps settings on trial from being taken for the reason of the end. */
  async stop(inOrder: boolean): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#timer);
    await this.#following;
    await this.#last;
    if (inOrder) await this.#keeper.pause();
  }

  get #isOn(): boolean {
    return this.#own.config.settings_from_collector;
  }

  #merge(): void {
    const { current } = this.#keeper;
    const texts = this.#isOn ? (current?.settings ?? {}) : {};
    const { config, keptOwn } = mergeSettings(this.#own, texts, current?.version ?? 0);
    this.#config = config;
    this.#keptOwn = keptOwn;
  }

  async #follow(): Promise<void> {
    let setbacks = 0;
    while (!this.#stop.signal.aborted) {
      this.#question = new AbortController();
      const signal = AbortSignal.any([this.#stop.signal, this.#question.signal]);
      const began = performance.now();
      const outcome = this.#isOn ? await this.#ask(signal) : 'failed';
      const hasWaited = outcome === 'nothing_new' && performance.now() - began > shortest;
      if (hasWaited) setbacks = 0;
      if (hasWaited || outcome === 'taken') continue;
      // Chance has a part in it: a fleet that lost its collector does not come back at once.
      const wait = backoff(++setbacks, Math.random(), firstRetry, retryInterval);
      await delay(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Asks the first collector that answers. */
  async #ask(signal: AbortSignal): Promise<'taken' | 'nothing_new' | 'failed'> {
    for (const collector of this.#destination.collectors) {
      try {
        const answer = await askSettings(collector, this.#destination, this.#tell(), signal);
        this.#lastContact = new Date().toISOString();
        this.#told = undefined;
        return (await this.#inTurn(() => this.#take(answer))) ? 'taken' : 'nothing_new';
      } catch (error) {
        if (signal.aborted) return 'failed';
        const message = `${collector}: ${error instanceof Error ? error.message : error}`;
        if (this.#told !== message) this.#options.log.info(message);
        this.#told = message;
      }
    }
    return 'failed';
  }

  #tell(): ToldSettings {
    const held = this.#keeper.current?.version ?? 0;
    const refused = this.#refused;
    const isFinal = refused !== undefined && !passing.includes(refused.reason);
    return {
      agentId: this.#options.directory.senderId,
      held,
      since: Math.max(held, isFinal ? (refused.version ?? 0) : 0),
      keptOwn: this.#keptOwn,
      refused,
    };
  }

  /** Whether there was a version that is in force now. */
  async #take({ document: text, signature, keys }: SettingsAnswer): Promise<boolean> {
    if (text === null || signature === null || !this.#isOn || this.#stop.signal.aborted) return false;
    const signed: SignedDocument = { text, signature, keys };
    try {
      const checked = this.#keeper.check(signed, Date.now());
      if (checked === undefined) return false;
      const { document } = checked;
      const merged = mergeSettings(this.#own, document.settings, document.version);
      const isNews = JSON.stringify(merged.config) !== JSON.stringify(this.#config);
      // On the disk before it is in force: an agent that ends by it must find that out.
      const undo = await this.#keeper.take(signed, checked, isNews);
      if (isNews) await this.#apply(document.version, merged.config, undo);
      this.#refused = undefined;
      this.#keptOwn = merged.keptOwn;
      const kept =
        merged.keptOwn.length === 0
          ? ''
          : ` Kept, because they are set on this machine: ${merged.keptOwn.join(', ')}.`;
      this.#options.log.info(`Version ${document.version} of the collector's settings is in force.${kept}`);
      return true;
    } catch (error) {
      if (!(error instanceof SettingsRefused)) throw error;
      this.#refuse(error);
      return false;
    }
  }

  async #apply(
    version: number,
    config: Config,
    undo: (refused: WentBackFrom) => Promise<void>,
  ): Promise<void> {
    try {
      await this.#target?.apply(config, this.#destination);
    } catch (error) {
      const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      await undo({ version, reason: 'cannot_apply', message });
      throw new SettingsRefused('cannot_apply', message, version);
    }
    this.#config = config;
    this.#trial?.begin();
  }

  async #stepTrial(trial: SettingsTrial): Promise<void> {
    if (!this.#isOn) return;
    const result = trial.step();
    if (result === 'passed') await this.#keeper.pass();
    if (result !== 'silent' && result !== 'failing') return;
    const version = this.#keeper.current?.version;
    const [reason, message] =
      result === 'silent'
        ? (['silent', 'The agent recorded rows before the change, and none since.'] as const)
        : (['cannot_apply', 'An input has failed since the change.'] as const);
    await this.#keeper.goBack(reason, message);
    this.#refuse(new SettingsRefused(reason, message, version));
    this.#merge();
    await this.#target?.apply(this.#config, this.#destination);
    // The collector is told at once.
    this.#question.abort();
  }

  #refuse({ reason, message, version }: SettingsRefused): void {
    const { log } = this.#options;
    if (this.#refused?.reason !== reason || this.#refused.version !== version) {
      log.warn(
        `The collector's settings${version === undefined ? '' : ` of version ${version}`} are refused: ${message}`,
      );
    }
    this.#refused = { reason, message, version };
  }

  async #inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => undefined);
    return await turn;
  }
}
