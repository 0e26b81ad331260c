import { isIP } from 'node:net';
import limitConcurrency from 'p-limit';
import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { findAddresses, findExchangers } from '../mx/find-exchangers.ts';
import { PartBuilder } from '../part-builder.ts';
import { judgeServers } from './judge-servers.ts';
import { lookAtServer } from './look-at-server.ts';
import type { SmtpResult, SmtpServer } from './smtp-result.ts';

const ports = [25, 587] as const;
const mostHosts = 5;
/** Conversations of one scan that are under way at once. */
const atOnce = 8;

/** The SMTP scanner checks STARTTLS of a domain's mail exchangers, at the ports of transfer and of submission. */
export const smtpScanner: Scanner<SmtpResult> = {
  id: 'smtp',
  async scan(domain, world) {
    const part = new PartBuilder('smtp');
    const { hosts, nullMx, answer } = await findExchangers(domain, world, 'smtp');
    part.asked(answer);
    if (answer.error !== undefined) {
      part.unknown(
        'unanswered',
        `The mail exchangers of ${domain} could not be looked up.`,
        'RFC 5321 section 5.1',
      );
      return part.done(none('The mail exchangers could not be looked up.', null));
    }
    if (nullMx) {
      part.info('null_mx', `${domain} takes no mail.`, 'RFC 7505 section 3');
      return part.done(none('The domain takes no mail.'));
    }
    const names =
      hosts.length === 0 ? [domain] : hosts.map(({ host }) => host).filter((host) => isIP(host) === 0);
    const { targets, isUnknown } = await addressesOf(names.slice(0, mostHosts), world, part);
    if (targets.length === 0 && isUnknown) {
      const message = `The addresses of the mail servers of ${domain} could not be looked up.`;
      part.unknown('unanswered', message, 'RFC 5321 section 5.1');
      return part.done(none('The addresses of the mail servers could not be looked up.', null));
    }
    if (targets.length === 0) {
      part.info('no_server', `${domain} has no mail server with an address.`, 'RFC 5321 section 5.1');
      return part.done(none('There is no mail server with an address.'));
    }
    const turn = limitConcurrency(atOnce);
    const servers = await Promise.all(
      ports.flatMap((port) =>
        targets.map((target) => turn(() => lookAtServer({ ...target, port }, world, part))),
      ),
    );
    judgeServers(servers, part);
    return part.done({
      starttls25: verdict(servers, 25),
      starttls587: verdict(servers, 587),
      servers,
      details: details(servers),
    });
  },
};

/** One address of each family for each host: the others are the same server as a rule. */
async function addressesOf(
  hosts: readonly string[],
  world: ScanPorts,
  part: PartBuilder,
): Promise<{ targets: { host: string; address: string }[]; isUnknown: boolean }> {
  const found = await Promise.all(hosts.map((host) => findAddresses(host, world, 'smtp')));
  for (const { answers } of found) part.asked(...answers);
  const targets = found.flatMap(({ host, addresses }) =>
    [4, 6]
      .flatMap((family) => addresses.find((address) => isIP(address) === family) ?? [])
      .map((address) => ({ host, address })),
  );
  const isUnknown = found.some(({ answers }) => answers.some(({ error }) => error !== undefined));
  return { targets, isUnknown };
}

/** Of the servers that answered; null if none did. */
function verdict(servers: readonly SmtpServer[], port: number): boolean | null {
  const answered = servers.filter(
    (server) => server.port === port && !['unreachable', 'refuses', 'no_smtp'].includes(server.status),
  );
  if (answered.length === 0) return null;
  return answered.every(({ status }) => status === 'secure' || status === 'untrusted');
}

function details(servers: readonly SmtpServer[]): string {
  const told = ports.map((port) => {
    const at = servers.filter((server) => server.port === port);
    const counts = Object.entries(Object.groupBy(at, ({ status }) => status));
    return `Port ${port}: ${counts.map(([status, some]) => `${some.length} ${status.replace('_', ' ')}`).join(', ')}.`;
  });
  return told.join(' ');
}

function none(text: string, servers: SmtpResult['servers'] = []): SmtpResult {
  return { starttls25: null, starttls587: null, servers, details: text };
}
