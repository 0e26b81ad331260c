import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rootDirectory } from '../programs/program.ts';

export interface StartOptions {
  /** Addresses as the collector's `--listen` takes them. */
  readonly listen: readonly string[];
  readonly data: string;
  readonly agent: boolean;
  readonly adminKey: string | undefined;
}

export const helpText = `usage: npm start -- [--listen HOST:PORT] [--data DIR] [--no-agent] [--admin-key KEY]

Runs the collector and, where it may capture, an agent on this machine's interfaces.

  --listen HOST:PORT  where the collector listens (127.0.0.1:8080, or as SONDE_LISTEN says)
  --data DIR          the directory that everything is kept in (.sonde in the checkout, or as SONDE_DATA says)
  --no-agent          the collector alone
  --admin-key KEY     becomes an administrator's API key; without it one is made and shown once
  --help              this text

All other settings of the collector are taken from the environment, as docs/configuration.md has them.

Stop it with Ctrl-C: the agent ships what it holds, then the collector stores what it took.
`;

/** Reads the arguments, and from the environment what they leave open; undefined where help was asked for. Throws a TypeError about arguments that are none. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): StartOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      listen: { type: 'string', default: environment.SONDE_LISTEN || '127.0.0.1:8080' },
      data: { type: 'string', default: environment.SONDE_DATA || join(rootDirectory, '.sonde') },
      'no-agent': { type: 'boolean', default: false },
      'admin-key': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    listen: values.listen.split(','),
    data: resolve(values.data),
    agent: !values['no-agent'],
    adminKey: values['admin-key'],
  };
}
