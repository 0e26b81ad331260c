import type { DnstapSink } from '../dnstap/sink.ts';

/** A module while it runs. */
export interface PluginModule {
  /** Returns the module's part of the status: plain data. */
  status(): Promise<object>;
  stop(): Promise<void>;
  /** Does what an operator asks for; undefined if it is none of its commands. */
  command?(name: string): Promise<object | undefined>;
  /** The sink for dnstap messages, if it wants any. */
  readonly sink?: DnstapSink;
}

/** A start function starts a module; `failed` is to be called if it ends by itself later on. */
export type StartModule = (failed: (error: unknown) => void) => Promise<PluginModule>;
