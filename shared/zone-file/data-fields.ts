import { recordTypes } from '../dns/record-types.ts';

/** How one field of a record's data is written in a zone file. */
export type Field =
  | 'name'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'period'
  | 'time'
  | 'type'
  | 'algorithm'
  | 'ipv4'
  | 'ipv6'
  | 'string'
  | 'strings'
  | 'octets'
  | 'hex'
  | 'salt'
  | 'hash'
  | 'base64'
  | 'types'
  | 'parameters';

const oneName: readonly Field[] = ['name'];
const strings: readonly Field[] = ['strings'];
const signer: readonly Field[] = ['uint16', 'algorithm', 'uint8', 'hex'];
const key: readonly Field[] = ['uint16', 'uint8', 'algorithm', 'base64'];
const association: readonly Field[] = ['uint8', 'uint8', 'uint8', 'hex'];
const preferred: readonly Field[] = ['uint16', 'name'];
const binding: readonly Field[] = ['uint16', 'name', 'parameters'];

const fields: Partial<Record<keyof typeof recordTypes, readonly Field[]>> = {
  A: ['ipv4'],
  AAAA: ['ipv6'],
  NS: oneName,
  CNAME: oneName,
  PTR: oneName,
  DNAME: oneName,
  MB: oneName,
  MG: oneName,
  MR: oneName,
  MINFO: ['name', 'name'],
  RP: ['name', 'name'],
  SOA: ['name', 'name', 'uint32', 'period', 'period', 'period', 'period'],
  MX: preferred,
  AFSDB: preferred,
  RT: preferred,
  KX: preferred,
  LP: preferred,
  SRV: ['uint16', 'uint16', 'uint16', 'name'],
  NAPTR: ['uint16', 'uint16', 'string', 'string', 'string', 'name'],
  HINFO: ['string', 'string'],
  TXT: strings,
  SPF: strings,
  AVC: strings,
  RESINFO: strings,
  WALLET: strings,
  CAA: ['uint8', 'string', 'octets'],
  URI: ['uint16', 'uint16', 'octets'],
  DS: signer,
  CDS: signer,
  DLV: signer,
  DNSKEY: key,
  CDNSKEY: key,
  RRSIG: ['type', 'algorithm', 'uint8', 'period', 'time', 'time', 'uint16', 'name', 'base64'],
  NSEC: ['name', 'types'],
  NSEC3: ['uint8', 'uint8', 'uint16', 'salt', 'hash', 'types'],
  NSEC3PARAM: ['uint8', 'uint8', 'uint16', 'salt'],
  CSYNC: ['uint32', 'uint16', 'types'],
  ZONEMD: ['uint32', 'uint8', 'uint8', 'hex'],
  TLSA: association,
  SMIMEA: association,
  SSHFP: ['uint8', 'uint8', 'hex'],
  OPENPGPKEY: ['base64'],
  DHCID: ['base64'],
  SVCB: binding,
  HTTPS: binding,
};

const byNumber: ReadonlyMap<number, readonly Field[]> = new Map(
  Object.entries(fields).map(([name, list]) => [recordTypes[name as keyof typeof recordTypes], list]),
);

/** Undefined where the type is only known in the generic form of RFC 3597. */
export function fieldsOf(type: number): readonly Field[] | undefined {
  return byNumber.get(type);
}
