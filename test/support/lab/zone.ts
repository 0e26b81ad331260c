import type { LabKey } from '../../../scanner/bench/lab/keys.ts';

/** How a zone is signed. */
export interface LabSigning {
  /** 13 (ECDSA P-256) unless said otherwise. */
  readonly algorithm?: number;
  /** A key for the zone's data beside the one that the parent vouches for. */
  readonly split?: boolean;
  /** RSA only. */
  readonly bits?: number;
  /** NSEC unless given. */
  readonly nsec3?: { readonly iterations?: number; readonly salt?: string; readonly optOut?: boolean };
  /** `YYYYMMDDHHMMSS`. */
  readonly inception?: string;
  readonly expiration?: string;
  /** A ZONEMD record: 1 for SHA-384, 2 for SHA-512. */
  readonly zonemd?: 1 | 2;
  /** Digest types of the DS records in the zone above; 2 (SHA-256) unless said otherwise. None: an island. */
  readonly digests?: readonly number[];
}

/** A zone as a few lines. */
export interface LabZone {
  /** Without the final dot; `.` for the root. */
  readonly name: string;
  /**
   * Records in master file format, relative to the zone. SOA and NS with the servers' addresses are put in front where they
   * have no SOA themselves.
   */
  readonly records?: string;
  /** False: unsigned. Signed with a key of algorithm 13 where absent. */
  readonly signing?: LabSigning | false;
  /** Addresses of its name servers, `ns1`, `ns2`, ... within it; `198.18.0.3` unless said otherwise. */
  readonly servers?: readonly string[];
  /** The delegation in the zone above (NS, glue, DS) in master file format, absolute names, in place of the usual one. */
  readonly delegation?: string | ((usual: string, keys: readonly LabKey[]) => string);
  /** Changes the signed zone file before it is served, by all servers or by the one at that address. */
  readonly change?: (signed: string, server: string, keys: readonly LabKey[]) => string;
  /** Whether anybody may have it as a whole. */
  readonly transferable?: boolean;
  /** Served by nothing of the lab: the case brings servers of its own to its addresses. */
  readonly unserved?: boolean;
}

export const rootAddress = '198.18.0.1';
export const topLevelAddress = '198.18.0.2';
export const leafAddress = '198.18.0.3';
export const resolverAddress = '198.18.0.53';

export function serversOf(zone: LabZone): readonly string[] {
  if (zone.servers !== undefined) return zone.servers;
  if (zone.name === '.') return [rootAddress];
  return zone.name.includes('.') ? [leafAddress] : [topLevelAddress];
}

/** The zones, and those above them up to the root that nobody named. */
export function withParents(zones: readonly LabZone[]): LabZone[] {
  const all = new Map(zones.map((zone) => [zone.name, zone]));
  for (const { name } of zones) {
    const above = name.split('.').at(-1)!;
    if (name !== '.' && !all.has(above)) all.set(above, { name: above });
  }
  if (!all.has('.')) all.set('.', { name: '.' });
  return [...all.values()];
}

/** The closest of the zones above. */
export function parentOf(zone: LabZone, zones: readonly LabZone[]): LabZone | undefined {
  if (zone.name === '.') return undefined;
  return zones
    .filter(({ name }) => name !== zone.name && (name === '.' || zone.name.endsWith(`.${name}`)))
    .toSorted((one, other) => depth(other.name) - depth(one.name))[0];
}

function depth(name: string): number {
  return name === '.' ? 0 : name.split('.').length;
}
