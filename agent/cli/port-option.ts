import { Option } from 'commander';
import { settings } from '../config/settings.ts';

/** Creates the option for the ports of commands that only read files: `--port`, as often as it is given. */
export function portOption(): Option {
  return new Option(
    '--port <PORT>',
    'port that carries DNS messages; repeat the option for several ports',
  ).argParser((port: string, before: string[] | undefined) => [...(before ?? []), port]);
}

export function portsOf(options: { readonly port?: readonly string[] }): readonly number[] {
  return settings.ports.type.parse(options.port?.join(',') ?? settings.ports.default!);
}
