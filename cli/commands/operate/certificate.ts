import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { many } from '@sonde/shared/text/many.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { print, printJson, shortTime } from '../../print.ts';

type Certificate = AnswerOf<'GET /api/admin/certificate'>;

/** Creates the command `sonde certificate`: what certificate the collector serves, and asking for the next one. */
export function certificateCommand(): Command {
  const command = new Command('certificate').description(
    'Show the TLS certificate of the collector and the state of its renewal, or renew it now.',
  );
  addApiOptions(command.command('show', { isDefault: true }))
    .description('Show the certificate and its renewal (the default).')
    .action(async (options: ApiOptions) => {
      const answer = await connect(options).call('GET /api/admin/certificate');
      if (options.json) return printJson(answer);
      for (const line of described(answer)) print(line);
    });
  addApiOptions(command.command('renew'))
    .description('Request the next certificate from the authority now, even after failures.')
    .action(async (options: ApiOptions) => {
      const answer = await connect(options).call('POST /api/admin/certificate/renew');
      if (options.json) return printJson(answer);
      print('The certificate is requested from the authority. sonde certificate shows the result.');
    });
  return command;
}

function described(certificate: Certificate): string[] {
  if (certificate.source === 'none') return ['The collector serves no TLS.'];
  const time = (at: string | null): string => (at === null ? 'unknown' : `${shortTime(at)} UTC`);
  const from = certificate.source === 'acme' ? 'an authority (ACME)' : 'files';
  const lines = [
    certificate.temporary
      ? 'There is no certificate yet. The collector uses a temporary certificate that clients do not trust.'
      : `For ${certificate.names?.join(', ') ?? 'unknown names'}, by ${certificate.issuer ?? 'an unnamed authority'}, from ${from}. It expires at ${time(certificate.ends_at)}.`,
  ];
  if (certificate.renews_at !== null)
    lines.push(`The renewal is planned for ${time(certificate.renews_at)}.`);
  if (certificate.failures > 0) {
    lines.push(
      `The request for a certificate failed ${many(certificate.failures, 'time')} in a row, last at ${time(certificate.failed_at)}: ${certificate.last_failure}`,
    );
    if (certificate.next_attempt_at !== null)
      lines.push(`The next attempt is at ${time(certificate.next_attempt_at)}.`);
  }
  return lines;
}
