import type { MessageView } from '../dnstap/message-view.ts';
import type { DnstapSink } from '../dnstap/sink.ts';
import type { PluginModule, StartModule } from './plugin-module.ts';

/** Milliseconds until a module is started again, at first and at most. */
const firstWait = 1_000;
const longestWait = 60_000;

/** A module runner keeps one module running: its failures are its own, and it is started again after a while. */
export class ModuleRunner implements DnstapSink {
  readonly name: string;
  readonly #start: StartModule;
  readonly #report: (message: string) => void;
  #module: PluginModule | undefined;
  #starting: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #wait = firstWait;
  #failures = 0;
  /** Messages that came while it did not run. */
  #missed = 0;
  #lastFailure: string | undefined;
  #stopped = false;

  constructor(name: string, start: StartModule, report: (message: string) => void) {
    this.name = name;
    this.#start = start;
    this.#report = report;
  }

  /** Resolves when it runs, or has failed for the first time. */
  async begin(): Promise<void> {
    this.#starting = this.#launch();
    await this.#starting;
  }

  message(view: MessageView): void {
    if (this.#module === undefined) {
      this.#missed += 1;
      return;
    }
    try {
      this.#module.sink?.message(view);
    } catch (error) {
      this.#fail(error, this.#module);
    }
  }

  /** Asks the module to answer a command; undefined if it does not run, or knows no such command. */
  async command(name: string): Promise<object | undefined> {
    return await this.#module?.command?.(name);
  }

  async status(): Promise<object> {
    const about = {
      failures: this.#failures,
      last_failure: this.#lastFailure ?? null,
      messages_missed: this.#missed,
    };
    try {
      if (this.#module !== undefined) return { state: 'running', ...about, ...(await this.#module.status()) };
    } catch {
      // It ended meanwhile.
    }
    return { state: 'failed', ...about };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#starting;
    await this.#module?.stop();
    this.#module = undefined;
  }

  async #launch(): Promise<void> {
    let module: PluginModule | undefined;
    let early: { readonly error: unknown } | undefined;
    try {
      module = await this.#start((error) => {
        if (module === undefined) early = { error };
        else this.#fail(error, module);
      });
      if (early !== undefined) throw early.error;
      this.#module = module;
      this.#wait = firstWait;
    } catch (error) {
      this.#fail(error, module);
    }
  }

  #fail(error: unknown, module: PluginModule | undefined): void {
    if (this.#stopped || (module !== undefined && this.#module !== undefined && module !== this.#module))
      return;
    this.#failures += 1;
    this.#lastFailure = error instanceof Error ? error.message : String(error);
    this.#report(
      `The module ${this.name} failed and restarts in ${this.#wait / 1_000} s: ${this.#lastFailure}`,
    );
    this.#module = undefined;
    const stopped = module?.stop().catch(() => undefined) ?? Promise.resolve();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#starting = stopped.then(() => this.#launch());
    }, this.#wait);
    this.#wait = Math.min(2 * this.#wait, longestWait);
  }
}
