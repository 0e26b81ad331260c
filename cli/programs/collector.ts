import { type Program, type ProgramOptions, startProgram } from './program.ts';

/** Far longer than a start takes, upgrades of the stores included. */
const startMs = 180_000;

export interface CollectorOptions extends ProgramOptions {
  /** Addresses as the collector's `--listen` takes them. */
  readonly listen: readonly string[];
  readonly data: string;
  readonly adminKey?: string | undefined;
  /** As the collector's `--open-sources`. */
  readonly openSources?: boolean;
  /** Fetches no threat feed, whatever the settings choose. */
  readonly noFeeds?: boolean;
  /** Is told of its process as soon as there is one. */
  readonly onStart?: (pid: number) => void;
  /** File for the key of an agent on this machine. */
  readonly agentKeyFile?: string | undefined;
  /** As the collector's `--setup-link` takes it. */
  readonly setupLink?: 'once' | 'always' | undefined;
}

export interface StartedCollector {
  readonly program: Program;
  /** The first address that is a URL: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The sentences that it said to its operator before it listened: warnings about settings, a sentence each. */
  readonly advice: readonly string[];
  /** The administrator's key, if it was made just now. */
  readonly newAdminKey: string | undefined;
  /** By which the administrator sets his password, if one was asked for. */
  readonly setupLink: string | undefined;
}

/** Starts the collector and waits until it listens. Rejects with what it said when it ends before. */
export async function startCollector(options: CollectorOptions): Promise<StartedCollector> {
  const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();
  const addresses: string[] = [];
  const said: string[] = [];
  let newAdminKey: string | undefined;
  let setupLink: string | undefined;
  const onLine = (line: string) => {
    options.onLine?.(line);
    said.push(line);
    said.splice(0, said.length - 20);
    newAdminKey ??= /^The administrator's API key.*: (\S+)$/.exec(line)?.[1];
    setupLink ??= /^To set the administrator's password.*: (\S+)$/.exec(line)?.[1];
    const address = /^Listening on (\S+)$/.exec(line)?.[1];
    if (address !== undefined && addresses.push(address) === options.listen.length) onListening();
  };
  const key = options.agentKeyFile === undefined ? [] : ['--provision-agent', options.agentKeyFile];
  const link = options.setupLink === undefined ? [] : ['--setup-link', options.setupLink];
  const sources = options.openSources === true ? ['--open-sources'] : [];
  const program = startProgram(
    'collector/cli/main.ts',
    ['serve', '--listen', options.listen.join(','), '--data', options.data, ...key, ...link, ...sources],
    {
      ...options,
      // Not as an argument: every user of the machine can read those.
      env: {
        ...options.env,
        ...(options.noFeeds === true ? { SONDE_FEEDS: 'none' } : {}),
        ...(options.adminKey === undefined ? {} : { SONDE_ADMIN_KEY: options.adminKey }),
      },
      onLine,
    },
  );
  options.onStart?.(program.pid);
  const timer = setTimeout(() => program.kill(), startMs);
  const early = await Promise.race([listening, program.exited]);
  clearTimeout(timer);
  if (early !== undefined) throw new Error(`The collector ended (exit code ${early}).\n${said.join('\n')}`);
  return {
    program,
    url: addresses.find((address) => address.startsWith('http')) ?? addresses[0]!,
    // Its log has an object in each line.
    advice: said.filter(
      (line) =>
        !/^(?:\{|Listening on |The administrator's API key, |To set the administrator's password, )/.test(
          line,
        ),
    ),
    newAdminKey,
    setupLink,
  };
}
