import { isIP } from 'node:net';
import type { PartBuilder } from '../part-builder.ts';
import { type HostAddresses, mostExchangers } from './find-exchangers.ts';

interface Exchanger {
  readonly host: string;
  readonly preference: number;
}

/** Judges the exchangers of a domain; whether mail can be delivered, null if that can't be told. */
export function judgeExchangers(
  domain: string,
  hosts: readonly Exchanger[],
  found: readonly HostAddresses[],
  part: PartBuilder,
): boolean | null {
  judgeNames(hosts, part);
  for (const one of found) judgeHost(one, part);
  const withAddress = found.filter(({ addresses }) => addresses.length > 0);
  const reached = new Set(withAddress.flatMap(({ addresses }) => addresses));
  if (hosts.length > mostExchangers)
    part.info(
      'many_exchangers',
      `${domain} has ${hosts.length} MX records; ${mostExchangers} were looked at.`,
      'RFC 5321 section 5.1',
    );
  if (reached.size === 1)
    part.info('single_exchanger', 'All mail goes to one address.', 'RFC 2182 section 3', {
      advice: 'A second server elsewhere takes mail while the first is down.',
    });
  if (withAddress.length > 0 && ![...reached].some((address) => isIP(address) === 6))
    part.info('no_ipv6', 'No mail exchanger has an IPv6 address.', 'RFC 3974 section 2');
  if (withAddress.length > 0) {
    part.pass(
      'exchangers',
      `${withAddress.length} of ${hosts.length} mail exchangers have addresses.`,
      'RFC 5321 section 5.1',
    );
    return true;
  }
  const undecided = found.some(({ answers }) => answers.some(({ error }) => error !== undefined));
  if (undecided) return null;
  part.fail(
    'critical',
    'no_address',
    'No mail exchanger has an address: no mail can be delivered.',
    'RFC 5321 section 5.1',
    {
      advice: 'Let the MX records name hosts that exist.',
    },
  );
  return false;
}

function judgeNames(hosts: readonly Exchanger[], part: PartBuilder): void {
  const literal = hosts.find(({ host }) => isIP(host) !== 0);
  if (literal !== undefined)
    part.fail(
      'high',
      'mx_to_address',
      `An MX record names the address ${literal.host}, where a host name belongs.`,
      'RFC 1035 section 3.3.9',
      {
        advice: 'Give the server a name with an address record, and name that.',
      },
    );
  const seen = new Set<string>();
  const repeated = hosts.find(({ host }) => seen.size === seen.add(host).size);
  if (repeated !== undefined)
    part.info(
      'repeated_exchanger',
      `${repeated.host} stands in more than one MX record.`,
      'RFC 5321 section 5.1',
    );
}

function judgeHost({ host, addresses, canonical, answers }: HostAddresses, part: PartBuilder): void {
  if (canonical !== host)
    part.fail(
      'medium',
      'mx_to_alias',
      `${host} is an alias of ${canonical}, which a mail exchanger must not be.`,
      'RFC 2181 section 10.3',
      {
        advice: `Name ${canonical} in the MX record.`,
      },
    );
  const unanswered = answers.some(({ error }) => error !== undefined);
  if (addresses.length === 0 && unanswered)
    part.unknown(
      'unanswered_exchanger',
      `The addresses of ${host} could not be looked up.`,
      'RFC 5321 section 5.1',
    );
  else if (addresses.length === 0)
    part.fail('high', 'exchanger_without_address', `${host} has no address.`, 'RFC 5321 section 5.1', {
      advice: 'Give it one, or remove its MX record.',
    });
  const inner = addresses.filter((address) => isLocal(address));
  if (inner.length > 0)
    part.fail(
      'high',
      'local_address',
      `${host} has an address that cannot be reached from elsewhere: ${inner[0]}.`,
      'RFC 6890 section 2.2',
      {
        advice: 'Give it public addresses only.',
      },
    );
}

/** Loopback, private and link-local ones: those that are the same everywhere and somebody's nowhere. */
function isLocal(address: string): boolean {
  return isIP(address) === 4
    ? /^(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2[0-9]|3[01]))\./.test(address)
    : /^(?:::1?$|fe[89ab]|f[cd])/i.test(address);
}
