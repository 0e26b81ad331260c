import {
  commonAncestor,
  compareNames,
  isAtOrBelow,
  isBelow,
  labelCount,
} from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { isDelegation, isUnsignedDelegation, type Nsec } from './denial-records.ts';
import { ownTypes } from './own-types.ts';
import { type Denied, nothing, type Proof, unsignedDelegation } from './proof.ts';

/**
 * Proves by NSEC that the name has no record of the type (RFC 4035 sections 3.1.3.1, 3.1.3.4 and 5.4, RFC 6840 section
 * 4).
 */
export function nsecNoData(records: readonly Nsec[], denied: Denied): Proof {
  const { name } = denied;
  const own = records.find((record) => record.owner === name);
  if (own !== undefined) return ownTypes('NSEC', own.types, denied);
  const cut = unsignedCutAbove(records, denied);
  if (cut !== undefined) return unsignedDelegation(cut);
  const cover = records.find((record) => covers(record, name, denied.zone));
  if (cover === undefined) return nothing(`No NSEC record speaks of ${name}.`);
  if (isBelow(cover.next, name)) {
    return emptyNonTerminal(name);
  }
  const wildcard = wildcardOf(closestEncloser(cover, name));
  const at = records.find((record) => record.owner === wildcard);
  if (at === undefined) return nothing(`${name} is not there, and no NSEC record speaks of ${wildcard}.`);
  return ownTypes('NSEC', at.types, { ...denied, name: wildcard });
}

/** Proves by NSEC that neither the name nor a wildcard in its place is there (RFC 4035 section 3.1.3.2). */
export function nsecNoName(records: readonly Nsec[], denied: Denied): Proof {
  const { name, zone } = denied;
  const cut = unsignedCutAbove(records, denied);
  if (cut !== undefined) return unsignedDelegation(cut);
  const cover = records.find((record) => covers(record, name, zone));
  if (cover === undefined) return nothing(`No NSEC record covers ${name}.`);
  // Old servers say NXDOMAIN where only names below have records (RFC 8020 section 3.1).
  if (isBelow(cover.next, name)) return emptyNonTerminal(name);
  const wildcard = wildcardOf(closestEncloser(cover, name));
  if (!records.some((record) => covers(record, wildcard, zone))) {
    return nothing(`No NSEC record covers ${wildcard}.`);
  }
  return {
    shows: 'nxdomain',
    optOut: false,
    message: `Between ${cover.owner} and ${cover.next} there is no name.`,
  };
}

/**
 * Proves by NSEC that nothing closer than the wildcard, which has so many labels besides the asterisk, is there
 * (section 5.3.4).
 */
export function nsecWildcard(records: readonly Nsec[], { name, zone }: Denied, labels: number): Proof {
  const cover = records.find((record) => covers(record, name, zone));
  if (cover === undefined) return nothing(`No NSEC record covers ${name}, which a wildcard answered for.`);
  const encloser = closestEncloser(cover, name);
  if (labelCount(encloser) > labels || isBelow(cover.next, name)) {
    return nothing(`${encloser} is there, so that the wildcard does not stand for ${name}.`);
  }
  return {
    shows: 'wildcard',
    optOut: false,
    message: `Nothing closer to ${name} than the wildcard is there.`,
  };
}

/** A name above that is delegated away: its zone is not the one that signs, and nothing vouches for it. */
function unsignedCutAbove(records: readonly Nsec[], { name, zone }: Denied): string | undefined {
  return records.find(
    ({ owner, types }) => isBelow(name, owner) && isBelow(owner, zone) && isUnsignedDelegation(types),
  )?.owner;
}

function emptyNonTerminal(name: string): Proof {
  const message = `${name} is there, but only names below it have records.`;
  return { shows: 'nodata', optOut: false, message };
}

/** Whether no name between the owner and the next is there, and the name is one of those. */
function covers({ owner, next, types }: Nsec, name: string, zone: string): boolean {
  if (![name, owner, next].every((one) => isAtOrBelow(one, zone))) return false;
  if (compareNames(owner, name) >= 0) return false;
  // The last record of a zone leads back to its apex.
  if (next !== zone && compareNames(name, next) >= 0) return false;
  // What is below a delegation or a DNAME is not for this zone to deny (RFC 6840 section 4.1, RFC 6672 section 5.3.4.1).
  return !(isBelow(name, owner) && (isDelegation(types) || types.has(recordTypes.DNAME)));
}

function closestEncloser({ owner, next }: Nsec, name: string): string {
  const one = commonAncestor(name, owner);
  const other = commonAncestor(name, next);
  return labelCount(one) >= labelCount(other) ? one : other;
}

function wildcardOf(encloser: string): string {
  return encloser === '.' ? '*' : `*.${encloser}`;
}
