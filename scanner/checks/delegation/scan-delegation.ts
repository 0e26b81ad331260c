import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { PartBuilder } from '../part-builder.ts';
import { askServers, isAuthoritative, knownServers, nameServerEntries } from './ask-servers.ts';
import type { DelegationResult } from './delegation-result.ts';
import { judgeAliases, judgeNames } from './judge-names.ts';
import { judgeServers } from './judge-servers.ts';
import { judgeSoa } from './judge-soa.ts';
import { readSoa } from './read-soa.ts';
import { zoneOfDomain } from './zone-of-domain.ts';

const mostNames = 13;

/** The delegation scanner finds the name servers of the domain's zone and checks that each of them serves it. */
export const delegationScanner: Scanner<DelegationResult> = {
  id: 'delegation',
  async scan(domain, ports) {
    const part = new PartBuilder('delegation');
    const zone = await zoneOfDomain(domain, part, ports);
    if (zone === undefined) return part.done({ zone: null, parent: null, nameServers: null, soa: null });
    const { apex } = zone;
    const asked = await askServers(apex, knownServers(zone), ports);
    judgeNames(part, apex, zone);
    const names = [...new Set([...zone.delegated, ...zone.own].map(({ name }) => name))].slice(0, mostNames);
    await judgeAliases(part, names, ports);
    judgeServers(part, apex, asked);
    const soa = asked.filter((server) => isAuthoritative(server.soa)).map((server) => readSoa(server.soa))[0];
    if (soa !== undefined) judgeSoa(part, apex, soa, names);
    await judgeApexAlias(part, apex, ports);
    return part.done({
      zone: apex,
      parent: zone.parent ?? null,
      nameServers: nameServerEntries(zone, asked),
      soa: soa ?? null,
    });
  },
};

/** An alias has nothing beside it, and an apex always has SOA and NS (RFC 1034 section 3.6.2). */
async function judgeApexAlias(part: PartBuilder, apex: string, { dns, signal }: ScanPorts): Promise<void> {
  const { answer } = await dns.resolve(apex, recordTypes.A, { signal });
  if (!answer.some(({ name, type }) => name === apex && type === recordTypes.CNAME)) return;
  part.fail(
    'high',
    'alias_at_apex',
    `${apex} has a CNAME record beside its SOA and NS records.`,
    'RFC 1034 section 3.6.2',
    {
      advice: 'Use addresses, or the ALIAS of the provider, at the top of the zone.',
    },
  );
}
