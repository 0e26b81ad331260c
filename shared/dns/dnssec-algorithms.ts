/** A DNSSEC algorithm is a signature algorithm of the IANA registry "DNS Security Algorithm Numbers". */
export interface DnssecAlgorithm {
  readonly number: number;
  readonly mnemonic: string;
  /** Whether zones may be signed with it today (RFC 9904, RFC 9905, RFC 9906). */
  readonly use: 'recommended' | 'permitted' | 'discouraged' | 'forbidden';
  readonly source: string;
}

export const dnssecAlgorithms: readonly DnssecAlgorithm[] = [
  { number: 1, mnemonic: 'RSAMD5', use: 'forbidden', source: 'RFC 6725' },
  { number: 3, mnemonic: 'DSA', use: 'forbidden', source: 'RFC 8624 section 3.1' },
  { number: 5, mnemonic: 'RSASHA1', use: 'forbidden', source: 'RFC 9905 section 2' },
  { number: 6, mnemonic: 'DSA-NSEC3-SHA1', use: 'forbidden', source: 'RFC 8624 section 3.1' },
  { number: 7, mnemonic: 'RSASHA1-NSEC3-SHA1', use: 'forbidden', source: 'RFC 9905 section 2' },
  { number: 8, mnemonic: 'RSASHA256', use: 'permitted', source: 'RFC 5702' },
  { number: 10, mnemonic: 'RSASHA512', use: 'discouraged', source: 'RFC 9904' },
  { number: 12, mnemonic: 'ECC-GOST', use: 'forbidden', source: 'RFC 9906' },
  { number: 13, mnemonic: 'ECDSAP256SHA256', use: 'recommended', source: 'RFC 6605' },
  { number: 14, mnemonic: 'ECDSAP384SHA384', use: 'permitted', source: 'RFC 6605' },
  { number: 15, mnemonic: 'ED25519', use: 'recommended', source: 'RFC 8080' },
  { number: 16, mnemonic: 'ED448', use: 'permitted', source: 'RFC 8080' },
  { number: 17, mnemonic: 'SM2SM3', use: 'permitted', source: 'RFC 9563' },
  { number: 23, mnemonic: 'ECC-GOST12', use: 'permitted', source: 'RFC 9558' },
  { number: 252, mnemonic: 'INDIRECT', use: 'forbidden', source: 'RFC 4034 appendix A.1' },
  { number: 253, mnemonic: 'PRIVATEDNS', use: 'permitted', source: 'RFC 4034 appendix A.1.1' },
  { number: 254, mnemonic: 'PRIVATEOID', use: 'permitted', source: 'RFC 4034 appendix A.1.1' },
];

/** Returns the mnemonic, or `ALGORITHM99`. */
export function algorithmName(number: number): string {
  return dnssecAlgorithms.find((one) => one.number === number)?.mnemonic ?? `ALGORITHM${number}`;
}
