import type { TsigKey } from '../rpz/tsig.ts';

/** The setup options are the facts about the daemon that a resolver's configuration states. */
export interface SetupOptions {
  /** The Unix socket that we take dnstap on. */
  readonly dnstapSocket: string;
  /** The resolver's name for itself in dnstap. */
  readonly identity: string;
  /** The policy zone, in stored form. */
  readonly zone: string;
  /** The endpoint at which we serve it: an address of this machine. */
  readonly primary: { readonly host: string; readonly port: number };
  /** For resolvers that can sign transfers. */
  readonly key?: TsigKey;
  /** Whether Unbound is to keep a copy, which makes changes slower; the others always do. */
  readonly keepCopy?: boolean;
  /**
   * The directory in which the resolver may keep files: its copy of the policy outlives a restart while we are away.
   */
  readonly stateDirectory: string;
  /** The directory of its configuration. */
  readonly configDirectory: string;
}

export interface SetupFile {
  readonly path: string;
  readonly text: string;
}

export interface Setup {
  readonly files: readonly SetupFile[];
  /** The steps that are left to do by hand, in order. */
  readonly steps: readonly string[];
  /** The resolver's own checker, to be run before it is reloaded. */
  readonly check?: readonly string[];
  /** The command that makes it take the configuration; it is a restart wherever dnstap is not taken by a reload. */
  readonly restart: readonly string[];
}

/**
 * Throws a RangeError if a value cannot stand in a configuration file as it is: quotes, backslashes and control
 * characters have other meanings in each of the formats.
 */
export function checkOptions(options: SetupOptions): void {
  const values = [
    options.dnstapSocket,
    options.identity,
    options.zone,
    options.primary.host,
    options.stateDirectory,
    options.configDirectory,
    options.key?.name ?? '',
  ];
  for (const value of values) {
    if (!/^[A-Za-z0-9_.:/@+=, -]*$/.test(value)) {
      throw new RangeError(`cannot stand in a configuration file: ${JSON.stringify(value.slice(0, 64))}`);
    }
  }
}
