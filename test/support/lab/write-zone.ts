import { join } from 'node:path';
import { absolute, type LabKey, makeKey, signerRecord } from '../../../scanner/bench/lab/keys.ts';
import { signZone } from '../../../scanner/bench/lab/sign-zone.ts';
import { type LabZone, parentOf, serversOf } from './zone.ts';

const timing = '2026010100 3600 600 86400 60';

/** A zone with its keys, before it is written. */
export interface KeyedZone {
  readonly zone: LabZone;
  readonly keys: readonly LabKey[];
}

export function withKeys(zone: LabZone): KeyedZone {
  const signing = zone.signing ?? {};
  if (signing === false) return { zone, keys: [] };
  const { algorithm = 13, split = false, bits } = signing;
  const own = makeKey(zone.name, algorithm, 257, bits);
  return { zone, keys: split ? [own, makeKey(zone.name, algorithm, 256, bits)] : [own] };
}

/** Writes the zone with the delegations of those below it, signs it, and returns its text. */
export async function zoneText(
  keyed: KeyedZone,
  all: readonly KeyedZone[],
  directory: string,
): Promise<string> {
  const { zone, keys } = keyed;
  const zones = all.map((one) => one.zone);
  const children = all.filter((one) => parentOf(one.zone, zones)?.name === zone.name);
  const plain = [
    `$ORIGIN ${absolute(zone.name)}`,
    '$TTL 300',
    ...(/\bSOA\b/.test(zone.records ?? '') ? [] : apex(zone)),
    zone.records ?? '',
    ...children.map(delegationOf),
    '',
  ].join('\n');
  const signing = zone.signing ?? {};
  if (signing === false) return plain;

  const { nsec3, inception, expiration, zonemd } = signing;
  const options = [
    ...(inception === undefined ? [] : ['-i', inception]),
    ...(expiration === undefined ? [] : ['-e', expiration]),
    ...(zonemd === undefined ? [] : ['-z', `simple:${zonemd === 1 ? 'sha384' : 'sha512'}`]),
    ...(nsec3 === undefined ? [] : ['-n', '-t', String(nsec3.iterations ?? 0), ...salt(nsec3.salt)]),
    ...(nsec3?.optOut === true ? ['-p'] : []),
  ];
  return signZone(join(directory, zone.name === '.' ? 'root' : zone.name), plain, keys, options);
}

function salt(text: string | undefined): string[] {
  return text === undefined ? [] : ['-s', text];
}

function apex(zone: LabZone): string[] {
  return [`@ SOA ns1 hostmaster ${timing}`, ...nameServers(zone, '@', below(zone.name))];
}

function nameServers(zone: LabZone, owner: string, end: string): string[] {
  return serversOf(zone).flatMap((address, index) => [
    `${owner} NS ns${index + 1}${end}`,
    `ns${index + 1}${end} ${address.includes(':') ? 'AAAA' : 'A'} ${address}`,
  ]);
}

function below(name: string): string {
  return name === '.' ? '.' : `.${name}.`;
}

/** NS and DS records and glue for the zone above. */
function delegationOf({ zone, keys }: KeyedZone): string {
  const { digests = [2] } = zone.signing === false ? {} : (zone.signing ?? {});
  const usual = [
    ...nameServers(zone, absolute(zone.name), below(zone.name)),
    ...keys.slice(0, 1).flatMap((key) => digests.map((digest) => signerRecord(key, digest))),
  ].join('\n');
  const { delegation } = zone;
  if (delegation === undefined) return usual;
  return typeof delegation === 'string' ? delegation : delegation(usual, keys);
}
