import { Command } from 'commander';
import { type ApiOptions, addApiOptions, collectorUrl, connectWithoutKey } from '../../api/connect.ts';
import { checkCollector } from '../../doctor/check-collector.ts';
import { checkMachine } from '../../doctor/check-machine.ts';
import type { Finding } from '../../doctor/finding.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson } from '../../print.ts';

/** Creates the command `sonde doctor`: it checks this installation and its collector, and advises on each fault. */
export function doctorCommand(): Command {
  return addApiOptions(new Command('doctor'))
    .description(
      'Find problems of this installation and its collector, and say how to fix them. `sonde resolver doctor` checks the programs beside a resolver.',
    )
    .action(async (options: ApiOptions) => {
      const findings = [
        ...(await checkMachine()),
        ...(await checkCollector(collectorUrl(options), connectWithoutKey(options))),
      ];
      if (options.json) printJson({ findings });
      else for (const finding of findings) print(described(finding));
      if (findings.some(({ state }) => state === 'wrong')) process.exitCode = exitCodes.found;
    });
}

function described({ check, state, message, advice }: Finding): string {
  const sign = { well: 'ok   ', odd: 'ODD  ', wrong: 'WRONG' }[state];
  return `${sign} ${check}: ${message}${advice === undefined ? '' : `\n      ${advice}`}`;
}
