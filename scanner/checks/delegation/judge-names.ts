import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { NameServer, ZoneServers } from '../../ports/dns-resolution.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import type { PartBuilder } from '../part-builder.ts';

/** Compares the name servers named by the parent zone with the zone's own (RFC 1034, RFC 1912, RFC 2181, RFC 9471). */
export function judgeNames(part: PartBuilder, zone: string, { delegated, own, parent }: ZoneServers): void {
  judgeDifference(part, zone, delegated, own);
  judgeGlue(part, zone, parent, delegated);
  const count = Math.max(delegated.length, own.length);
  if (count === 1) {
    part.warning('medium', 'single_name_server', `${zone} has one name server.`, 'RFC 2182 section 5', {
      advice: 'Have two at least, in different networks.',
    });
  } else if (count > 1) part.pass('name_servers', `${zone} has ${count} name servers.`, 'RFC 2182 section 5');
}

function judgeDifference(
  part: PartBuilder,
  zone: string,
  delegated: readonly NameServer[],
  own: readonly NameServer[],
): void {
  if (delegated.length === 0 || own.length === 0) return;
  const above = new Set(delegated.map(({ name }) => name));
  const below = new Set(own.map(({ name }) => name));
  const onlyAbove = [...above].filter((name) => !below.has(name));
  const onlyBelow = [...below].filter((name) => !above.has(name));
  const rule = 'RFC 1034 section 4.2.2';
  if (onlyAbove.length + onlyBelow.length === 0) {
    part.pass('delegation_agrees', `The zone above and ${zone} name the same servers.`, rule);
    return;
  }
  const words = [
    ...(onlyAbove.length === 0 ? [] : [`only the zone above names ${onlyAbove.join(', ')}`]),
    ...(onlyBelow.length === 0 ? [] : [`only the zone itself names ${onlyBelow.join(', ')}`]),
  ];
  part.warning(
    'medium',
    'delegation_differs',
    `The zone above and ${zone} name different servers: ${words.join('; ')}.`,
    rule,
    {
      advice: 'Bring the NS records of the zone and those at the registrar together.',
    },
  );
}

function judgeGlue(
  part: PartBuilder,
  zone: string,
  parent: string | undefined,
  delegated: readonly NameServer[],
): void {
  for (const { name, glue, addresses } of delegated) {
    if (isAtOrBelow(name, zone) && glue.length === 0) {
      part.fail(
        'high',
        'glue_missing',
        `${name} lies within ${zone}, and the zone above gives no address for it.`,
        'RFC 9471 section 3',
        {
          advice: 'Give the addresses of the name server to the registrar.',
        },
      );
    }
    const within = parent !== undefined && isAtOrBelow(name, parent);
    const stale = glue.filter((address) => !addresses.includes(address));
    const lacking = addresses.filter((address) => !glue.includes(address));
    if (!within || glue.length === 0 || stale.length + lacking.length === 0) continue;
    part.warning(
      'medium',
      'glue_differs',
      `The zone above gives ${glue.join(', ')} for ${name}, which is at ${addresses.join(', ')}.`,
      'RFC 1912 section 2.3',
      {
        advice: 'Bring the addresses at the registrar up to date.',
        evidence: name,
      },
    );
  }
}

/** Checks that name servers are names with addresses, not aliases (RFC 2181 section 10.3). */
export async function judgeAliases(
  part: PartBuilder,
  names: readonly string[],
  { dns, signal }: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const options = { validate: false, signal };
      const [four, six] = await Promise.all([
        dns.resolve(name, recordTypes.A, options),
        dns.resolve(name, recordTypes.AAAA, options),
      ]);
      if ([four, six].some(({ answer }) => answer.some(({ type }) => type === recordTypes.CNAME))) {
        part.fail(
          'medium',
          'name_server_is_alias',
          `The name server ${name} is an alias (CNAME).`,
          'RFC 2181 section 10.3',
          {
            advice: 'Name a server by the name that has its addresses.',
          },
        );
      } else if (
        four.failure === undefined &&
        six.failure === undefined &&
        four.answer.length + six.answer.length === 0
      ) {
        part.fail(
          'high',
          'name_server_without_address',
          `The name server ${name} has no address.`,
          'RFC 1912 section 2.8',
        );
      }
    }),
  );
}
