import { isAtOrBelow, parentName } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer, DnsQuestion } from '../../ports/dns-answer.ts';
import type { NameServer, ZoneServers } from '../../ports/dns-resolution.ts';
import { addressesOf, readReferral, targetOf, type ZoneCut } from './iterate/zone-cut.ts';

const maxServers = 24;

export interface FindZoneParts {
  resolve(question: DnsQuestion): Promise<DnsAnswer>;
  ask(server: string, question: DnsQuestion): Promise<DnsAnswer>;
  /** Returns the delegation as it was met while resolving. */
  cutOf(zone: string): ZoneCut | undefined;
}

const unknownZone: ZoneServers = { apex: undefined, parent: undefined, delegated: [], own: [] };

/** Finds the zone that a name lies in and its servers, by the parent's word and by its own. */
export async function findZone(name: string, parts: FindZoneParts): Promise<ZoneServers> {
  const apex = await apexOf(name, parts);
  if (apex === undefined) return delegationAlone(name, parts);
  const above = parentName(apex);
  const [parent, own] = await Promise.all([
    above === undefined ? undefined : apexOf(above, parts),
    parts.resolve({ name: apex, type: recordTypes.NS }),
  ]);
  const delegated = await delegation(apex, parent, parts);
  return {
    apex,
    parent,
    delegated,
    own: await withAddresses(targetsOf(own, apex), delegated, parts),
  };
}

/** The owner of the SOA that is there, or that a negative answer comes with (RFC 2308 section 3). */
async function apexOf(name: string, parts: FindZoneParts): Promise<string | undefined> {
  if (name === '.') return '.';
  const answer = await parts.resolve({ name, type: recordTypes.SOA });
  const soa = [...answer.answer, ...answer.authority].find(
    (record) => record.type === recordTypes.SOA && isAtOrBelow(name, record.name),
  );
  // An alias's SOA is that of the alias's target: the zone of the name itself is then further up.
  return soa === undefined && answer.answer.some((record) => record.type === recordTypes.CNAME)
    ? apexOf(parentName(name)!, parts)
    : soa?.name;
}

/** None of the zone's servers answers: what its parent says is all there is. */
async function delegationAlone(name: string, parts: FindZoneParts): Promise<ZoneServers> {
  for (let zone = name; zone !== '.'; zone = parentName(zone)!) {
    const cut = parts.cutOf(zone);
    if (cut === undefined) continue;
    const delegated = await withAddresses(
      cut.servers.map((server) => server.name),
      cut.servers,
      parts,
    );
    return { apex: zone, parent: cut.from, delegated, own: [] };
  }
  return unknownZone;
}

async function delegation(
  apex: string,
  parent: string | undefined,
  parts: FindZoneParts,
): Promise<readonly NameServer[]> {
  const known = parts.cutOf(apex);
  if (known !== undefined)
    return withAddresses(
      known.servers.map(({ name }) => name),
      known.servers,
      parts,
    );
  if (parent === undefined) return [];
  // Parent and child lie on the same servers, or a resolver went the way for us.
  const question = { name: apex, type: recordTypes.NS };
  const servers = await withAddresses(
    targetsOf(await parts.resolve({ name: parent, type: recordTypes.NS }), parent),
    parts.cutOf(parent)?.servers ?? [],
    parts,
  );
  for (const server of servers.flatMap(({ addresses }) => addresses).slice(0, 3)) {
    const answer = await parts.ask(server, question);
    if (answer.failure !== undefined || answer.responseCode !== 0) continue;
    const referral = readReferral(answer, apex, parent);
    if (referral !== undefined) {
      return withAddresses(
        referral.servers.map(({ name }) => name),
        referral.servers,
        parts,
      );
    }
    if (answer.answer.length > 0) return withAddresses(targetsOf(answer, apex), [], parts);
  }
  return [];
}

function targetsOf(answer: DnsAnswer, owner: string): string[] {
  const records = answer.answer.filter((record) => record.type === recordTypes.NS && record.name === owner);
  return [...new Set(records.flatMap(targetOf))].slice(0, maxServers);
}

/** Every address of every server. */
function withAddresses(
  names: readonly string[],
  known: readonly NameServer[],
  parts: FindZoneParts,
): Promise<NameServer[]> {
  return Promise.all(
    names.map(async (name) => {
      const glue = known.find((server) => server.name === name)?.glue ?? [];
      const found = await Promise.all(
        [recordTypes.A, recordTypes.AAAA].map((type) => parts.resolve({ name, type })),
      );
      const looked = found.flatMap((answer) => addressesOf(answer.answer));
      return { name, addresses: looked.length > 0 ? looked : glue, glue };
    }),
  );
}
