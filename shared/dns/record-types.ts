/**
 * The record types come from the IANA registry "Resource Record (RR) TYPEs"
 * (https://www.iana.org/assignments/dns-parameters), in its order.
 */
// biome-ignore format: a registry reads better as a block than as a line a code.
export const recordTypes = {
  A: 1, NS: 2, MD: 3, MF: 4, CNAME: 5, SOA: 6, MB: 7, MG: 8, MR: 9, NULL: 10, WKS: 11, PTR: 12, HINFO: 13,
  MINFO: 14, MX: 15, TXT: 16, RP: 17, AFSDB: 18, X25: 19, ISDN: 20, RT: 21, NSAP: 22, 'NSAP-PTR': 23,
  SIG: 24, KEY: 25, PX: 26, GPOS: 27, AAAA: 28, LOC: 29, NXT: 30, EID: 31, NIMLOC: 32, SRV: 33, ATMA: 34,
  NAPTR: 35, KX: 36, CERT: 37, A6: 38, DNAME: 39, SINK: 40, OPT: 41, APL: 42, DS: 43, SSHFP: 44,
  IPSECKEY: 45, RRSIG: 46, NSEC: 47, DNSKEY: 48, DHCID: 49, NSEC3: 50, NSEC3PARAM: 51, TLSA: 52,
  SMIMEA: 53, HIP: 55, NINFO: 56, RKEY: 57, TALINK: 58, CDS: 59, CDNSKEY: 60, OPENPGPKEY: 61, CSYNC: 62,
  ZONEMD: 63, SVCB: 64, HTTPS: 65, DSYNC: 66, HHIT: 67, BRID: 68, SPF: 99, UINFO: 100, UID: 101, GID: 102,
  UNSPEC: 103, NID: 104, L32: 105, L64: 106, LP: 107, EUI48: 108, EUI64: 109, NXNAME: 128, TKEY: 249,
  TSIG: 250, IXFR: 251, AXFR: 252, MAILB: 253, MAILA: 254, ANY: 255, URI: 256, CAA: 257, AVC: 258,
  DOA: 259, AMTRELAY: 260, RESINFO: 261, WALLET: 262, CLA: 263, IPN: 264, TA: 32768, DLV: 32769,
} as const;

const namesByNumber = new Map<number, string>(
  Object.entries(recordTypes).map(([name, number]) => [number, name]),
);
const numbersByName = new Map<string, number>(Object.entries(recordTypes));

/** Tells whether the registry gives that number to a type; numbers for private use (RFC 6895) are nobody's. */
export function isAssignedType(number: number): boolean {
  return namesByNumber.has(number);
}

/** Returns the type's mnemonic, or `TYPE12345` as RFC 3597 section 5 writes unknown ones. */
export function recordTypeName(number: number): string {
  return namesByNumber.get(number) ?? `TYPE${number}`;
}

/** Finds the number of a mnemonic or of RFC 3597's `TYPE12345`, in any case; undefined if there is none. */
export function recordTypeNumber(name: string): number | undefined {
  return numbersByName.get(name.toUpperCase()) ?? generic(name, 'TYPE');
}

function generic(name: string, prefix: string): number | undefined {
  const digits = new RegExp(`^${prefix}([0-9]{1,5})$`, 'i').exec(name)?.[1];
  return digits !== undefined && Number(digits) <= 65_535 ? Number(digits) : undefined;
}
