import type { PartBuilder } from '../part-builder.ts';
import { type AskedServer, isAuthoritative } from './ask-servers.ts';
import { readSoa } from './read-soa.ts';

/** Judges the answers of the servers for the SOA. */
export function judgeServers(part: PartBuilder, zone: string, asked: readonly AskedServer[]): void {
  for (const server of asked) judgeServer(part, zone, server);
  const good = asked.filter(({ soa }) => isAuthoritative(soa));
  if (asked.length > 0 && good.length === asked.length) {
    part.pass(
      'all_servers_answer',
      `All ${asked.length} addresses answer with authority for ${zone}.`,
      'RFC 1912 section 2.8',
    );
  }
  judgeSerials(part, zone, good);
  judgePlaces(part, zone, asked);
}

function judgeServer(part: PartBuilder, zone: string, { name, address, soa, overTcp }: AskedServer): void {
  const who = `${name} (${address})`;
  if (soa.failure === 'budget') return;
  if (soa.failure === 'refused_by_policy') {
    part.fail(
      'high',
      'name_server_not_public',
      `${who} is at an address that is not on the public Internet.`,
      'RFC 1912 section 2.3',
      {
        advice: 'Take it out of the NS records, or give it a public address.',
      },
    );
    return;
  }
  if (soa.failure !== undefined) {
    part.error(soa.failure, `${who}: ${soa.failureMessage ?? soa.failure}`);
    part.fail(
      'high',
      'name_server_silent',
      `${who} does not answer for ${zone}: ${soa.failureMessage ?? soa.failure}`,
      'RFC 2182 section 3.3',
      {
        advice: 'See whether the server runs and port 53 is open for it, or take it out of the delegation.',
      },
    );
    return;
  }
  if (!isAuthoritative(soa)) {
    part.fail(
      'high',
      'lame_delegation',
      `${who} is named for ${zone}, and does not serve it.`,
      'RFC 1912 section 2.8',
      {
        advice: 'Load the zone there, or take the server out of the NS records.',
      },
    );
    return;
  }
  if (soa.edns === undefined) {
    part.warning(
      'medium',
      'no_edns',
      `${who} does not speak EDNS, so that no large or signed answers can be had.`,
      'RFC 6891 section 7',
    );
  }
  if (overTcp.failure !== undefined && overTcp.failure !== 'budget') {
    part.fail(
      'medium',
      'no_tcp',
      `${who} does not answer over TCP: ${overTcp.failureMessage ?? overTcp.failure}`,
      'RFC 7766 section 5',
      {
        advice: 'Open port 53 for TCP.',
      },
    );
  }
}

function judgeSerials(part: PartBuilder, zone: string, good: readonly AskedServer[]): void {
  const serials = new Map<number, string[]>();
  for (const { soa, address } of good) {
    const serial = readSoa(soa)?.serial;
    if (serial !== undefined) serials.set(serial, [...(serials.get(serial) ?? []), address]);
  }
  if (serials.size === 1 && good.length > 1) {
    part.pass(
      'serials_agree',
      `All servers have serial ${[...serials.keys()][0]} of ${zone}.`,
      'RFC 1034 section 4.3.5',
    );
  } else if (serials.size > 1) {
    const words = [...serials].map(([serial, addresses]) => `${serial} at ${addresses.join(', ')}`);
    part.warning(
      'medium',
      'serials_differ',
      `The servers of ${zone} have different copies: ${words.join('; ')}.`,
      'RFC 1034 section 4.3.5',
      {
        advice: 'See whether zone transfers work; a change that is being spread differs for minutes alone.',
      },
    );
  }
}

/** One network that fails must not take the zone along (RFC 2182 section 3.1), and IPv6 has to do (RFC 3901). */
function judgePlaces(part: PartBuilder, zone: string, asked: readonly AskedServer[]): void {
  const addresses = [...new Set(asked.map(({ address }) => address))];
  const four = addresses.filter((address) => !address.includes(':'));
  if (addresses.length > 1 && new Set(addresses.map(prefixOf)).size === 1) {
    part.warning(
      'low',
      'one_network',
      `All servers of ${zone} are in one network (${prefixOf(addresses[0]!)}).`,
      'RFC 2182 section 3.1',
      {
        advice: 'Have one in another network.',
      },
    );
  }
  if (addresses.length > 0 && four.length === 0) {
    part.warning('high', 'no_ipv4', `No server of ${zone} has an IPv4 address.`, 'RFC 3901 section 4');
  } else if (addresses.length > 0 && four.length === addresses.length) {
    part.info('no_ipv6', `No server of ${zone} has an IPv6 address.`, 'RFC 3901 section 4', {
      advice: 'Have IPv6 addresses for two of them.',
    });
  } else if (addresses.length > 0)
    part.pass('both_families', `Servers of ${zone} have IPv4 and IPv6 addresses.`, 'RFC 3901 section 4');
}

/** The smallest that is announced in the Internet: /24 and /48. */
function prefixOf(address: string): string {
  if (!address.includes(':')) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = address.split('::');
  const groups = [...head.split(':'), '0', '0', '0'].slice(0, 3);
  return `${groups.map((group) => group || '0').join(':')}::/48`;
}
