import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import limitConcurrency from 'p-limit';
import { absolute, type LabKey, makeKey, signerRecord } from '../lab/keys.ts';
import type { ServedZone } from '../lab/nsd.ts';
import { signZone } from '../lab/sign-zone.ts';
import {
  type DomainKind,
  domainOf,
  kindOf,
  provider,
  providerRecords,
  siteAddress,
  zoneHost,
} from './domain-kinds.ts';

/** The lab addresses are those of the name servers: one program for each level, which the leaves share. */
export const labAddresses = {
  root: ['198.18.0.1'],
  topLevel: ['198.18.0.2'],
  /** Domains with name servers of their own have a pair of these. */
  leaves: Array.from({ length: 64 }, (_, index) => `198.18.2.${index + 1}`),
  zoneHost: ['198.18.3.1', '198.18.3.2'],
  provider: ['198.18.4.1', '198.18.4.2'],
} as const;

/** Scan zones are what the servers of each level are to serve, with the key by which the root is trusted. */
export interface ScanZones {
  readonly root: readonly ServedZone[];
  readonly topLevel: readonly ServedZone[];
  readonly leaves: readonly ServedZone[];
  readonly rootKey: LabKey;
}

const timing = '2026010100 3600 600 86400 60';
const topLevels = ['com', 'net', 'org'];

/** Writes and signs the zones of so many domains, of the companies that they are with, and of all above them. */
export async function makeZones(directory: string, domains: number): Promise<ScanZones> {
  await mkdir(directory, { recursive: true });
  const turn = limitConcurrency(availableParallelism());
  const companies = [
    { name: provider, servers: labAddresses.provider, records: providerRecords() },
    { name: zoneHost, servers: labAddresses.zoneHost, records: [] },
  ].map(({ name, servers, records }) =>
    writeZone(directory, { name, above: nameServersBelow(name, servers), own: ownServers(servers), records }),
  );
  const customers = Array.from({ length: domains }, (_, index) =>
    turn(() => {
      const { records, ownServers: hasOwn, security } = kindOf(index);
      const name = domainOf(index);
      const above = hasOwn ? nameServersBelow(name, pairOf(index)) : hosted(absolute(name));
      const own = hasOwn ? ownServers(pairOf(index)) : hosted('@');
      return writeZone(directory, { name, above, own, records: records(name), security });
    }),
  );
  const leaves = await Promise.all([...companies, ...customers]);
  const topLevel = await Promise.all(
    topLevels.map((name) => {
      const records = leaves.filter((leaf) => leaf.name.endsWith(`.${name}`)).flatMap(({ above }) => above);
      const above = nameServersBelow(name, labAddresses.topLevel);
      return writeZone(directory, {
        name,
        above,
        own: ownServers(labAddresses.topLevel),
        records,
        security: 'nsec3',
      });
    }),
  );
  const rootKey = makeKey('.', 13);
  const records = topLevel.flatMap(({ above }) => above);
  const own = ownServers(labAddresses.root);
  const root = await writeZone(directory, { name: '.', above: [], own, records, security: 'nsec' }, rootKey);
  return { root: [root], topLevel, leaves, rootKey };
}

interface PlannedZone {
  readonly name: string;
  /** Its delegation, for the zone above. */
  readonly above: readonly string[];
  /** Its name servers, as it has them itself. */
  readonly own: readonly string[];
  readonly records: readonly string[];
  readonly security?: DomainKind['security'];
}

/** Writes a zone, and names what the zone above is to have of it. */
async function writeZone(
  directory: string,
  { name, above, own, records, security = 'unsigned' }: PlannedZone,
  key = makeKey(name, 13),
): Promise<ServedZone & { readonly above: readonly string[] }> {
  const head = [`$ORIGIN ${absolute(name)}`, '$TTL 300', `@ SOA ns1 hostmaster ${timing}`];
  const plain = `${[...head, ...own, ...records].join('\n')}\n`;
  const label = name === '.' ? 'root' : name;
  const file = join(directory, `${label}.zone`);
  const served = { name: name === '.' ? '' : name, file };
  if (security === 'unsigned') {
    await writeFile(file, plain);
    return { ...served, above };
  }
  const folder = join(directory, label);
  const text = await signZone(folder, plain, [key], security === 'nsec3' ? ['-n', '-t', '0'] : []);
  await rm(folder, { recursive: true });
  await writeFile(file, security === 'bogus' ? text.replaceAll(siteAddress, '198.18.10.9') : text);
  return { ...served, above: [...above, signerRecord(key)] };
}

function pairOf(index: number): string[] {
  const { leaves } = labAddresses;
  return [leaves[index % leaves.length]!, leaves[(index + 1) % leaves.length]!];
}

/** Name servers within a zone, with their addresses, as the zone above has them. */
function nameServersBelow(name: string, addresses: readonly string[]): string[] {
  return nameServers(absolute(name), `.${absolute(name)}`, addresses);
}

function ownServers(addresses: readonly string[]): string[] {
  return nameServers('@', '', addresses);
}

function nameServers(owner: string, end: string, addresses: readonly string[]): string[] {
  return addresses.flatMap((address, index) => [
    `${owner} NS ns${index + 1}${end}`,
    `ns${index + 1}${end} A ${address}`,
  ]);
}

function hosted(owner: string): string[] {
  return [`${owner} NS ns1.${zoneHost}.`, `${owner} NS ns2.${zoneHost}.`];
}
