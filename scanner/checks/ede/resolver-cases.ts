/** A name that a resolver should answer with certain codes. */
export interface ResolverCase {
  /** Relative to the test zone. */
  readonly label: string;
  /** The fault of the name. */
  readonly fault: string;
  /** The outcome at a validating resolver. */
  readonly outcome: 'answer' | 'failure';
  /** Codes that tell the fault well; any of them. None if there should be none. */
  readonly codes: readonly number[];
}

/** A public zone with names that are broken on purpose. */
export const publicTestZone = 'extended-dns-errors.com';

/** The resolver cases are the names of the test zone by which each code can be told. */
export const resolverCases: readonly ResolverCase[] = [
  { label: 'valid', fault: 'nothing: it is signed well', outcome: 'answer', codes: [] },
  { label: 'unsigned', fault: 'nothing: it is not signed', outcome: 'answer', codes: [] },
  { label: 'rrsig-exp-all', fault: 'all signatures expired', outcome: 'failure', codes: [7, 6] },
  { label: 'rrsig-not-yet-all', fault: 'all signatures begin later', outcome: 'failure', codes: [8, 6] },
  {
    label: 'rrsig-exp-before-all',
    fault: 'signatures end before they begin',
    outcome: 'failure',
    codes: [25, 7, 8, 6],
  },
  { label: 'rrsig-no-all', fault: 'there is no signature at all', outcome: 'failure', codes: [10, 6] },
  { label: 'ds-bad-tag', fault: 'the DS record is for another key', outcome: 'failure', codes: [9, 6] },
  {
    label: 'ds-bogus-digest-value',
    fault: 'the digest of the DS record does not fit',
    outcome: 'failure',
    codes: [9, 6],
  },
  {
    label: 'ds-unassigned-key-algo',
    fault: 'the algorithm is known to nobody',
    outcome: 'answer',
    codes: [1],
  },
  {
    label: 'ds-unassigned-digest-algo',
    fault: 'the digest type is known to nobody',
    outcome: 'answer',
    codes: [2],
  },
  {
    label: 'allow-query-none',
    fault: 'its name servers refuse to answer',
    outcome: 'failure',
    codes: [22, 23, 18],
  },
];
