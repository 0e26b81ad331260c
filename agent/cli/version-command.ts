import { Command } from 'commander';
import { agentVersion } from '../run/software.ts';

/** Creates the command `version`: it prints the versions of the agent and of its runtime. */
export function versionCommand(): Command {
  return new Command('version')
    .description('print the versions of the agent and of Node.js')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => {
      const versions = { agent: agentVersion(), node: process.versions.node };
      process.stdout.write(
        options.json === true
          ? `${JSON.stringify(versions)}\n`
          : `sonde-agent ${versions.agent} (Node ${versions.node})\n`,
      );
    });
}
