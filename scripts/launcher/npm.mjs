import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './setup-error.mjs';

/** Builds the command that calls npm on that Node: the npm that started this process, else the first in PATH. */
export function npmCommand(node, nodeHome) {
  const script = process.env.npm_execpath;
  const env = {
    // No telemetry of dependencies, no colours and no advertising in the log.
    SCARF_ANALYTICS: 'false',
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    npm_config_progress: 'false',
    npm_config_loglevel: 'warn',
    // Set by an outer npm for its own project; they would mislead an install elsewhere.
    npm_config_prefix: undefined,
    npm_config_local_prefix: undefined,
    npm_config_global_prefix: undefined,
    ...(nodeHome === undefined ? {} : { npm_config_nodedir: nodeHome }),
  };
  if (script !== undefined && /npm-cli\.[cm]?js$/.test(script) && existsSync(script)) {
    return { file: node, args: [script], env };
  }
  const directories = (process.env.PATH ?? '').split(delimiter);
  const found = directories.map((directory) => join(directory, 'npm')).find((path) => existsSync(path));
  if (found === undefined) throw new SetupError('npm was not found. Install it: apt-get install npm');
  return { file: found, args: [], env };
}
