import { Command } from 'commander';
import { pluginVersion } from '../version.ts';

/** Creates the command `version`: it prints the versions of the plugin and of its runtime. */
export function versionCommand(): Command {
  return new Command('version')
    .description('print the versions of the plugin and of Node.js')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => {
      const versions = { resolver_plugin: pluginVersion(), node: process.versions.node };
      process.stdout.write(
        options.json === true
          ? `${JSON.stringify(versions)}\n`
          : `sonde-resolver ${versions.resolver_plugin} (Node ${versions.node})\n`,
      );
    });
}
