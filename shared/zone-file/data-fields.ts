import { recordTypes } from '../dns/record-types.ts';

/** A field names the form in which one part of a record's data is written in a zone file. */
export type Field =
  | 'name'
  | 'names'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'period'
  | 'time'
  | 'type'
  | 'algorithm'
  | 'certificate type'
  | 'scheme'
  | 'ipv4'
  | 'ipv6'
  | 'string'
  | 'optional string'
  | 'strings'
  | 'digits'
  | 'octets'
  | 'hex'
  | 'base64'
  | 'optional base64'
  | 'salt'
  | 'hash'
  | 'types'
  | 'old types'
  | 'parameters'
  | 'location'
  | 'services'
  | 'prefixes'
  | 'address with prefix'
  | 'gateway'
  | 'relay'
  | 'host identity'
  | 'nsap'
  | 'atm'
  | 'locator'
  | 'eui48'
  | 'eui64'
  | 'document';

const oneName: readonly Field[] = ['name'];
const twoNames: readonly Field[] = ['name', 'name'];
const strings: readonly Field[] = ['strings'];
const delegation: readonly Field[] = ['uint16', 'algorithm', 'uint8', 'hex'];
const key: readonly Field[] = ['uint16', 'uint8', 'algorithm', 'base64'];
/** A key may say that there is none (RFC 2535 section 3.1.2). */
const oldKey: readonly Field[] = ['uint16', 'uint8', 'algorithm', 'optional base64'];
const signature: readonly Field[] = [
  'type',
  'algorithm',
  'uint8',
  'period',
  'time',
  'time',
  'uint16',
  'name',
  'base64',
];
const association: readonly Field[] = ['uint8', 'uint8', 'uint8', 'hex'];
const preferred: readonly Field[] = ['uint16', 'name'];
const binding: readonly Field[] = ['uint16', 'name', 'parameters'];

const fields: Partial<Record<keyof typeof recordTypes, readonly Field[]>> = {
  A: ['ipv4'],
  AAAA: ['ipv6'],
  NS: oneName,
  MD: oneName,
  MF: oneName,
  CNAME: oneName,
  PTR: oneName,
  DNAME: oneName,
  MB: oneName,
  MG: oneName,
  MR: oneName,
  'NSAP-PTR': oneName,
  MINFO: twoNames,
  RP: twoNames,
  TALINK: twoNames,
  SOA: ['name', 'name', 'uint32', 'period', 'period', 'period', 'period'],
  WKS: ['ipv4', 'services'],
  MX: preferred,
  AFSDB: preferred,
  RT: preferred,
  KX: preferred,
  LP: preferred,
  PX: ['uint16', 'name', 'name'],
  SRV: ['uint16', 'uint16', 'uint16', 'name'],
  NAPTR: ['uint16', 'uint16', 'string', 'string', 'string', 'name'],
  HINFO: ['string', 'string'],
  X25: ['digits'],
  ISDN: ['string', 'optional string'],
  GPOS: ['string', 'string', 'string'],
  NSAP: ['nsap'],
  ATMA: ['atm'],
  EID: ['hex'],
  NIMLOC: ['hex'],
  LOC: ['location'],
  A6: ['address with prefix'],
  APL: ['prefixes'],
  SINK: ['uint8', 'uint8', 'uint8', 'optional base64'],
  TXT: strings,
  SPF: strings,
  AVC: strings,
  NINFO: strings,
  RESINFO: strings,
  WALLET: strings,
  CLA: strings,
  IPN: ['uint64'],
  CAA: ['uint8', 'string', 'octets'],
  URI: ['uint16', 'uint16', 'octets'],
  DS: delegation,
  CDS: delegation,
  DLV: delegation,
  TA: delegation,
  DNSKEY: key,
  CDNSKEY: key,
  RKEY: key,
  KEY: oldKey,
  RRSIG: signature,
  SIG: signature,
  NSEC: ['name', 'types'],
  NXT: ['name', 'old types'],
  NSEC3: ['uint8', 'uint8', 'uint16', 'salt', 'hash', 'types'],
  NSEC3PARAM: ['uint8', 'uint8', 'uint16', 'salt'],
  CSYNC: ['uint32', 'uint16', 'types'],
  ZONEMD: ['uint32', 'uint8', 'uint8', 'hex'],
  CERT: ['certificate type', 'uint16', 'algorithm', 'base64'],
  TLSA: association,
  SMIMEA: association,
  SSHFP: ['uint8', 'uint8', 'hex'],
  IPSECKEY: ['uint8', 'uint8', 'uint8', 'gateway', 'optional base64'],
  HIP: ['host identity', 'names'],
  AMTRELAY: ['uint8', 'relay'],
  OPENPGPKEY: ['base64'],
  DHCID: ['base64'],
  HHIT: ['base64'],
  BRID: ['base64'],
  DSYNC: ['type', 'scheme', 'uint16', 'name'],
  NID: ['uint16', 'locator'],
  L32: ['uint16', 'ipv4'],
  L64: ['uint16', 'locator'],
  EUI48: ['eui48'],
  EUI64: ['eui64'],
  DOA: ['uint32', 'uint32', 'uint8', 'string', 'document'],
  SVCB: binding,
  HTTPS: binding,
};

const byNumber: ReadonlyMap<number, readonly Field[]> = new Map(
  Object.entries(fields).map(([name, list]) => [recordTypes[name as keyof typeof recordTypes], list]),
);

/**
 * Lists the fields of a type's data; undefined if the type is only known in the generic form of RFC 3597: nothing lays
 * down a text for its data.
 */
export function fieldsOf(type: number): readonly Field[] | undefined {
  return byNumber.get(type);
}

/** Tells whether a type is for questions or messages alone: no zone has such a record. */
export function isMetaType(type: number): boolean {
  return type === 0 || type === recordTypes.OPT || (type >= 128 && type <= 255);
}
