import { parseArgs } from 'node:util';

export interface DemoOptions {
  readonly killCollector: boolean;
  readonly keep: boolean;
}

export const helpText = `usage: npm run demo -- [--kill-collector] [--keep]

Run a closed network with real name servers and clients, monitor it with the agent, and compare the numbers of sent, captured
and stored queries. The exit code is 0 only if all three agree.

  --kill-collector  kill the collector and its databases during the traffic, and start them again
  --keep            keep the directory with all logs and data
  --help            show this help
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
