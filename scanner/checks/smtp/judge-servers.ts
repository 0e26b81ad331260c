import type { PartBuilder } from '../part-builder.ts';
import type { SmtpServer } from './smtp-result.ts';

const startTls = 'RFC 3207 section 4';

/** Says of each server what is wrong with it. */
export function judgeServers(servers: readonly SmtpServer[], part: PartBuilder): void {
  const isBlocked = servers.every(({ port, status }) => port !== 25 || status === 'unreachable');
  // Where none is reached, the cause is likely to be here: one word is enough, and the errors have each of them.
  for (const server of servers) if (server.status !== 'unreachable' || !isBlocked) judgeServer(server, part);
  for (const port of [25, 587]) {
    const at = servers.filter((server) => server.port === port);
    if (!at.every(({ status }) => status === 'unreachable' || status === 'refuses')) continue;
    if (port === 25 && isBlocked)
      part.unknown(
        'port_25_unreachable',
        `No mail server could be reached at port 25 from here; many networks block it. The first: ${at[0]?.problem ?? 'none was found.'}`,
        'RFC 5321 section 4.5.4.2',
      );
    if (port === 587)
      part.info(
        'no_submission',
        'No mail exchanger takes submissions at port 587; other hosts may.',
        'RFC 6409 section 3.1',
      );
  }
}

function judgeServer(server: SmtpServer, part: PartBuilder): void {
  const who = `${server.host} (${server.address}) port ${server.port}`;
  const evidence = { evidence: `${who}: ${server.banner ?? 'no banner'}`.slice(0, 300) };
  switch (server.status) {
    case 'secure':
      part.pass('starttls', `${who} offers ${server.tlsVersion} with a certificate that verifies.`, startTls);
      break;
    case 'untrusted':
      part.warning(
        'medium',
        'untrusted_certificate',
        `${who}: ${server.problem} Senders that insist on MTA-STS won't deliver.`,
        'RFC 8461 section 4.2',
        {
          advice: `Use a certificate for ${server.host} from an authority that is widely trusted, or publish TLSA records under DNSSEC.`,
          ...evidence,
        },
      );
      break;
    case 'tls_failed':
      part.fail(
        'high',
        'tls_failed',
        `${who} offers STARTTLS, and the handshake fails: ${server.problem}`,
        startTls,
        {
          advice: 'Correct its TLS settings: many senders deliver in the clear or not at all.',
          ...evidence,
        },
      );
      break;
    case 'no_starttls':
      part.fail('high', 'no_starttls', `${who} does not offer STARTTLS: mail goes in the clear.`, startTls, {
        advice: 'Switch STARTTLS on.',
        ...evidence,
      });
      break;
    case 'no_smtp':
      part.fail(
        'high',
        'no_smtp',
        `${who} does not speak SMTP: ${server.problem}`,
        'RFC 5321 section 4.2',
        evidence,
      );
      break;
    case 'refuses':
      if (server.port === 25)
        part.warning('medium', 'refuses', `${who} refuses: ${server.problem}`, 'RFC 5321 section 3.1', {
          advice: 'Remove it from the MX records, or let it take mail.',
        });
      break;
    case 'unreachable':
      if (server.port === 25)
        part.unknown(
          'unreachable',
          `${who} could not be reached from here: ${server.problem}`,
          'RFC 5321 section 4.5.4.2',
        );
  }
  if (server.takesInjectedCommands === true)
    part.fail(
      'high',
      'command_injection',
      `${who} carries commands that came in the clear over into TLS.`,
      'RFC 3207 section 6',
      {
        advice: 'Update the server (CVE-2011-0411).',
        ...evidence,
      },
    );
  if (server.tlsVersion === 'TLSv1' || server.tlsVersion === 'TLSv1.1')
    part.warning(
      'medium',
      'old_tls',
      `${who} speaks nothing newer than ${server.tlsVersion}.`,
      'RFC 8996 section 2',
      {
        advice: 'Switch TLS 1.2 and 1.3 on.',
      },
    );
}
