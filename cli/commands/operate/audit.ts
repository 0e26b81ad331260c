import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { print, printJson } from '../../print.ts';

type Options = ApiOptions & { readonly noted?: string };

/** Creates the command `sonde audit`: it verifies the account's audit log. */
export function auditCommand(): Command {
  const command = new Command('audit').description('Verify the audit log of the account.');
  command.addCommand(
    addApiOptions(new Command('verify'))
      .description('Verify that no entry was changed, removed or inserted. The exit code is 1 if one was.')
      .option(
        '--noted <POSITION:HASH>',
        'head that the last verification printed; the log must still contain it',
      )
      .action(async ({ noted, ...options }: Options) => {
        const [position, hash] = noted?.split(':') ?? [];
        const query = noted === undefined ? {} : { position: Number(position), hash: hash ?? '' };
        const verdict = await connect(options).call('GET /api/account/audit-log/verify', { query });
        if (!verdict.intact) process.exitCode = 1;
        if (options.json) return printJson(verdict);
        const { fault, entries, head } = verdict;
        print(
          fault === null
            ? `intact: ${entries} entries`
            : `not intact: ${fault.kind.replaceAll('_', ' ')} at position ${fault.position}`,
        );
        if (head !== null) print(`head: ${head.position}:${head.hash}`);
      }),
  );
  return command;
}
