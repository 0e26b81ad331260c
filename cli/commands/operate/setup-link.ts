import { Command } from 'commander';
import { type ApiOptions, addApiOptions, collectorUrl, connect } from '../../api/connect.ts';
import { print, printJson, shortTime } from '../../print.ts';

type Options = ApiOptions & { readonly email?: string; readonly removeSecondFactors?: true };

/**
 * Creates the command `sonde setup-link`: it makes a link by which a person sets a password, through a running
 * collector.
 */
export function setupLinkCommand(): Command {
  return addApiOptions(new Command('setup-link'))
    .description('Create a link with which a person sets a new password. The link works once, for an hour.')
    .option('--email <EMAIL>', 'e-mail address of the person (default: the administrator)')
    .option(
      '--remove-second-factors',
      'also remove the authenticator app, recovery codes and passkeys of a person who lost them',
    )
    .action(async ({ email, removeSecondFactors, ...options }: Options) => {
      const body = { ...(email && { email }), remove_second_factors: removeSecondFactors === true };
      const answer = await connect(options).call('POST /api/admin/setup-links', { body });
      const link = collectorUrl(options) + answer.path;
      if (options.json) return printJson({ ...answer, link });
      print(
        `${link}\nThe link sets the password of ${answer.email}. It works once, until ${shortTime(answer.expires_at)} UTC.`,
      );
    });
}
