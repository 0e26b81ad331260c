import { ancestry, labelCount } from '@sonde/shared/dns/name-relations.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { Nsec3 } from './denial-records.ts';
import type { Nsec3Zone } from './nsec3-zone.ts';
import { ownTypes } from './own-types.ts';
import { type Denied, nothing, type Proof } from './proof.ts';

const optOutFlag = 1;

/** Proves by NSEC3 that the name has no record of the type (RFC 5155 sections 8.5 to 8.7). */
export function nsec3NoData(zone: Nsec3Zone, denied: Denied): Proof {
  const { name, type } = denied;
  const own = zone.match(name);
  if (own !== undefined) return ownTypes('NSEC3', own.types, denied);
  const found = zone.closestEncloser(name);
  if ('shows' in found) return found;
  const wildcard = wildcardOf(found.encloser);
  const at = zone.match(wildcard);
  if (at !== undefined) {
    const proof = ownTypes('NSEC3', at.types, { ...denied, name: wildcard });
    return proof.shows === 'nodata' ? { ...proof, optOut: isOptOut(found.cover) } : proof;
  }
  // An unsigned delegation, or a name above such ones, may have been left out (RFC 5155 section 8.6, RFC 7129 section 5.5).
  if (isOptOut(found.cover)) {
    const message = `${found.nextCloser} lies in a span that leaves unsigned delegations out (opt-out).`;
    return type === recordTypes.DS
      ? { shows: 'unsigned delegation', cut: name, optOut: true, message }
      : { shows: 'nodata', optOut: true, message };
  }
  return nothing(
    `The NSEC3 records show that ${name} is not there, rather than that it has no ${recordTypeName(type)}.`,
  );
}

/** Proves by NSEC3 that neither the name nor a wildcard in its place is there (RFC 5155 section 8.4). */
export function nsec3NoName(zone: Nsec3Zone, { name }: Denied): Proof {
  const found = zone.closestEncloser(name);
  if ('shows' in found) return found;
  const wildcard = wildcardOf(found.encloser);
  if (zone.cover(wildcard) === undefined) return nothing(`No NSEC3 record covers ${wildcard}.`);
  const message = `${found.encloser} is the closest that is there, and nothing below it leads to ${name}.`;
  return { shows: 'nxdomain', optOut: isOptOut(found.cover), message };
}

/**
 * Proves by NSEC3 that nothing closer than the wildcard, which has so many labels besides the asterisk, is there
 * (section 8.8).
 */
export function nsec3Wildcard(zone: Nsec3Zone, { name }: Denied, labels: number): Proof {
  const nextCloser = ancestry(name).find((ancestor) => labelCount(ancestor) === labels + 1)!;
  const cover = zone.cover(nextCloser);
  if (cover === undefined)
    return nothing(`No NSEC3 record covers ${nextCloser}, which a wildcard answered for.`);
  return {
    shows: 'wildcard',
    optOut: isOptOut(cover),
    message: `Nothing closer to ${name} than the wildcard is there.`,
  };
}

function isOptOut({ flags }: Nsec3): boolean {
  return (flags & optOutFlag) !== 0;
}

function wildcardOf(encloser: string): string {
  return encloser === '.' ? '*' : `*.${encloser}`;
}
