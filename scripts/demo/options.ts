import { parseArgs } from 'node:util';

export interface DemoOptions {
  readonly killCollector: boolean;
  readonly keep: boolean;
}

export const helpText = `usage: npm run demo -- [--kill-collector] [--keep]

Runs a closed network with real name servers and clients, watches it with the agent, and compares what was sent with
what was captured and what was stored. Ends with code 0 only if all three agree.

  --kill-collector  kills the collector and its engines in the middle of the traffic and starts it again
  --keep            leaves the directory with all logs and data
  --help            this text
`;

/** Reads the arguments; undefined if help was asked for. Throws a TypeError about arguments that are none. */
export function readOptions(args: readonly string[]): DemoOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'kill-collector': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  return { killCollector: values['kill-collector'], keep: values.keep };
}
