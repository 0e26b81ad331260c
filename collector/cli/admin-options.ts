import type { Command } from 'commander';

/** Of commands that ask a running collector on an administrator's behalf. */
export interface ApiOptions {
  readonly url: string;
  readonly key?: string;
  readonly json?: true;
}

export function addAdminOptions(command: Command): Command {
  return command
    .option('--url <URL>', "the collector's address", 'http://127.0.0.1:8080')
    .option('--key <KEY>', "an administrator's key (env SONDE_KEY, else SONDE_ADMIN_KEY)")
    .option('--json', 'for programs');
}
