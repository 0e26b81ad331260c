import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { Effort } from '../crypto/effort.ts';
import type { Rrset } from '../records/rrset.ts';
import { type Nsec, type Nsec3, readNsec, readNsec3 } from './denial-records.ts';
import { nsecNoData, nsecNoName, nsecWildcard } from './nsec-proofs.ts';
import { nsec3NoData, nsec3NoName, nsec3Wildcard } from './nsec3-proofs.ts';
import { Nsec3Zone, TooManyHashes } from './nsec3-zone.ts';
import { type Denied, nothing, type Proof } from './proof.ts';

/**
 * The iteration bound is the number of hash rounds that are worth their price: beyond it the answer counts as unsigned
 * (RFC 9276 section 3.2).
 */
export const maxIterations = 150;
const maxRecords = 40;
const sha1 = 1;
const knownFlags = 1;

export type Wanted =
  | { readonly kind: 'nodata' }
  | { readonly kind: 'nxdomain' }
  /** Labels of the wildcard besides its asterisk. */
  | { readonly kind: 'wildcard'; readonly labels: number };

/** Looks for the proof among sets of NSEC or NSEC3 records of one zone, whose signatures were verified. */
export function prove(sets: readonly Rrset[], denied: Denied, wanted: Wanted, effort: Effort): Proof {
  const records = sets.flatMap((set) => set.records).slice(0, maxRecords);
  const nsec = records
    .filter(({ type }) => type === recordTypes.NSEC)
    .map(readNsec)
    .filter(isThere<Nsec>);
  if (nsec.length > 0) return nsecProof(nsec, denied, wanted);
  const nsec3 = records
    .filter(({ type }) => type === recordTypes.NSEC3)
    .map((record) => readNsec3(record, denied.zone))
    .filter(isThere<Nsec3>)
    // Others are to be ignored (RFC 5155 section 8.1 and 8.2).
    .filter(({ algorithm, flags }) => algorithm === sha1 && (flags & ~knownFlags) === 0);
  if (nsec3.length === 0) return nothing('There is neither an NSEC nor an NSEC3 record of use.');
  const iterations = Math.max(...nsec3.map((record) => record.iterations));
  if (iterations > maxIterations) {
    const message = `The NSEC3 records want ${iterations} rounds of hashing; more than ${maxIterations} are not done.`;
    return { shows: 'too costly', message, code: 27 };
  }
  try {
    const zone = new Nsec3Zone(nsec3, denied.zone, effort);
    if (wanted.kind === 'nodata') return nsec3NoData(zone, denied);
    if (wanted.kind === 'nxdomain') return nsec3NoName(zone, denied);
    return nsec3Wildcard(zone, denied, wanted.labels);
  } catch (error) {
    if (!(error instanceof TooManyHashes)) throw error;
    return { shows: 'too costly', message: 'The NSEC3 records cost too much hashing.', code: 27 };
  }
}

function nsecProof(nsec: readonly Nsec[], denied: Denied, wanted: Wanted): Proof {
  if (wanted.kind === 'nodata') return nsecNoData(nsec, denied);
  if (wanted.kind === 'nxdomain') return nsecNoName(nsec, denied);
  return nsecWildcard(nsec, denied, wanted.labels);
}

function isThere<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
