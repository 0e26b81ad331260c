import { isIPv4, isIPv6 } from 'node:net';
import { recordTypeName, recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { isDomain } from '../clauses/check-values.ts';
import { isBase64 } from '../model/base64.ts';

/**
 * Fields of data, by types, each of which but the last has to be there, and those with a question mark need not; of other types the
 * parser takes what comes.
 */
const fieldsOf = new Map(
  `A: address4
AAAA: address6
NS CNAME DNAME PTR MB MD MF MG MR NSAP-PTR: name
MX AFSDB KX RT: number name
LP: number name
PX: number name name
RP MINFO TALINK: name name
SRV: number number number name
SOA: name name number number number number number
SSHFP: number number hexadecimal
DS CDS DLV TLSA SMIMEA ZONEMD: number number number hexadecimal
DNSKEY CDNSKEY KEY: number number algorithm any
CERT: kind number algorithm any
RRSIG SIG: type algorithm number number moment moment number name any
NSEC: name types?
NSEC3: number number number salt label types?
NSEC3PARAM: number number number salt
CSYNC: number number types
CAA: number tag any
NAPTR: number number any any any name
URI: number number any
SVCB HTTPS: number name parameters?
L32: number address4
L64 NID: number halves
EUI48 EUI64: pairs
HINFO: any any
IPSECKEY: gateway
LOC: place
WKS: address4 any? ports?
NSAP: address
APL: prefixes`
    .split('\n')
    .flatMap((line) => {
      const [types = '', fields = ''] = line.split(': ');
      return types.split(' ').map((type) => [type, fields.split(' ')] as const);
    }),
);
/** They are no data of zones. */
const noData = new Set(['ANY', 'AXFR', 'IXFR', 'MAILA', 'MAILB', 'OPT', 'TKEY', 'TSIG', 'NXNAME']);

const isHexadecimal = (text: string) => /^(?:[\da-f]{2})*$/i.test(text);
const isType = (text: string) => recordTypeNumber(text) !== undefined;
const isAlgorithm = (text: string) =>
  /^(?:\d+|RSAMD5|DH|DSA|ECC|RSASHA1|DSA-NSEC3-SHA1|RSASHA1-NSEC3-SHA1|RSASHA256|RSASHA512|ECC-GOST|ECDSAP256SHA256|ECDSAP384SHA384|ED25519|ED448|INDIRECT|PRIVATEDNS|PRIVATEOID)$/i.test(
    text,
  );

type Check = (word: string) => boolean;
const checks: Readonly<Record<string, Check>> = {
  address4: isIPv4,
  address6: isIPv6,
  name: isDomain,
  number: (word) => /^[+-]?\d+$/.test(word),
  algorithm: isAlgorithm,
  kind: (word) => /^(?:\d+|PKIX|SPKI|PGP|IPKIX|ISPKI|IPGP|ACPKIX|IACPKIX|URI|OID)$/i.test(word),
  type: isType,
  moment: (word) => /^-?\d+$/.test(word),
  salt: (word) => word === '-' || isHexadecimal(word),
  label: (word) => /^[\da-v]+$/i.test(word) && [0, 2, 4, 5, 7].includes(word.length % 8),
  tag: (word) => /^[a-z\d]+$/i.test(word),
  halves: (word) => /^[\da-f]{1,4}(?::[\da-f]{1,4}){3}$/i.test(word),
  pairs: (word) => /^[\da-f]{2}(?:-[\da-f]{2})+$/i.test(word),
  address: (word) => /^0x(?:[\da-f]{2})*$/i.test(word),
  prefixes: (word) => /^!?[12]:[^/]+\/\d+$/.test(word),
  any: () => true,
};
/** They take the rest of the data. */
const rests: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  hexadecimal: (words) => isHexadecimal(words.join('')),
  types: (words) => words.every(isType),
  ports: (words) => words.every((word) => !/^\d/.test(word) || Number(word) < 2 ** 16),
  place: (words) =>
    /^\d+(?: \d+(?: \d+(?:\.\d+)?)?)? [NS] \d+(?: \d+(?: \d+(?:\.\d+)?)?)? [EW](?: (?!.* -)| -?[^ ]*(?!.* -)|$)/.test(
      words.join(' '),
    ),
  gateway: ([, kind, , gateway]) =>
    gateway !== undefined &&
    [gateway === '.', isIPv4(gateway), isIPv6(gateway), isDomain(gateway)][Number(kind)] === true,
  parameters: (words) => words.every(isParameter),
};

/** Tells whether a text is a record as `local-data` takes it: TTL before class, and data that may be cut short. */
export function isRecord(text: string): boolean {
  const found = /^\s*(\S+)(?:\s+(\d\S*))?(?:\s+(?:IN|CH|HS))?\s+([a-z][a-z0-9-]*)(?:\s+(.*))?$/is.exec(text);
  const [, owner = '', ttl = '0', type = '', data = ''] = found ?? [];
  // Behind its first digits a TTL may say what it likes.
  return (
    found !== null && isDomain(owner) && Number(/^\d+/.exec(ttl)![0]) < 2 ** 32 && isRecordData(type, data)
  );
}

/** Tells whether a text is a type of records and data of it, as `A 192.0.2.1`. */
export function isTypeAndData(text: string): boolean {
  const [, type = '', data = ''] = /^\s*(\S+)\s+(.*)$/s.exec(text) ?? [];
  return isRecordData(type, data);
}

function isRecordData(type: string, data: string): boolean {
  const number = recordTypeNumber(type);
  const name = number === undefined ? '' : recordTypeName(number);
  if (number === undefined || noData.has(name)) return false;
  const words = data.match(/"[^"]*"?|\S+/g) ?? [];
  const fields = fieldsOf.get(name) ?? [];
  if (words[0] === '\\#') {
    const octets = words.slice(2).join('');
    // A length that is no number is none.
    return (
      isHexadecimal(octets) &&
      octets.length === 2 * (Number.parseInt(words[1] ?? '', 10) || octets.length / 2)
    );
  }
  const needed = fields.filter((field) => !field.endsWith('?')).length - 1;
  if (/^TYPE\d+$/.test(name)) return words.length === 0;
  if (words.length < needed) return false;
  return words.every((word, index) => {
    const field = fields[index]?.replace('?', '') ?? 'any';
    const rest = rests[field];
    return rest === undefined ? checks[field]!(word) : rest(words.slice(index));
  });
}

/** A parameter of a service binding, of those that the parser knows; a key without a value is taken. */
function isParameter(text: string): boolean {
  const [, key = '', written] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const value = written?.replaceAll('"', '') ?? '';
  const parts = value === '' ? [] : value.split(',');
  if (/^key\d+$/.test(key)) return Number(key.slice(3)) < 2 ** 16;
  if (key === 'port') return value === '' || (/^\d+$/.test(value) && Number(value) < 2 ** 16);
  if (key === 'ipv4hint') return parts.every((part) => isIPv4(part));
  if (key === 'ipv6hint') return parts.every((part) => isIPv6(part));
  if (key === 'ech') return isBase64(value);
  return /^(?:mandatory|alpn|no-default-alpn)$/.test(key);
}

/** Tells whether a text is a trust anchor: a DS or DNSKEY record, whole. */
export function isAnchor(text: string): boolean {
  const found = /^\s*(\S+)(?:\s+\d\w*)?(?:\s+IN)?\s+(DS|DNSKEY)\s+(\d+)\s+(\d+)\s+(\d+)\s+(.+)$/is.exec(text);
  if (found === null || !isDomain(found[1]!)) return false;
  const data = found[6]!.replaceAll(/\s/g, '');
  return found[2]!.toUpperCase() === 'DS' ? /^(?:[\da-f]{2})+$/i.test(data) : isBase64(data);
}
