import { Argument, Command } from 'commander';
import type { CommandEntry } from '../../command-entry.ts';
import { completionModel } from '../../completion/completion-model.ts';
import { bashCompletion, fishCompletion, zshCompletion } from '../../completion/shells.ts';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const help = `
Examples:
  sonde completion bash > /etc/bash_completion.d/sonde
  sonde completion zsh > "\${fpath[1]}/_sonde"
  sonde completion fish > ~/.config/fish/completions/sonde.fish`;

/** Creates the command `sonde completion`: it prints a script that completes command lines of `sonde`. */
export function completionCommand(commands: Readonly<Record<string, CommandEntry>>): Command {
  return new Command('completion')
    .description('Print a script that completes command lines in a shell.')
    .addArgument(new Argument('<SHELL>').choices(Object.keys(shells)))
    .addHelpText('after', help)
    .action(async (shell: keyof typeof shells) => {
      process.stdout.write(shells[shell](await completionModel(commands)));
    });
}
