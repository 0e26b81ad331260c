import * as dhcp from './dhcp.ts';
import { isDhcpMatch, isDhcpOption } from './dhcp-options.ts';
import * as dns from './dns.ts';
import { cut, cutAll, isAddress, isDigits, isNumberOf16Bits, isV4, isV6, numberOf, shownOf } from './text.ts';

/** A value form is a form of values: whether a text has it, and how it is written. */
export interface ValueForm {
  /** What the option takes: `a number`. */
  readonly meaning: string;
  fits(text: string): boolean;
}

const any = () => true;
const form = (meaning: string, fits: (text: string) => boolean): ValueForm => ({ meaning, fits });
/** Four are read. */
const numbers = (text: string) => cutAll(shownOf(text)).slice(0, 4).every(isDigits);
const countingFrom = (least: number) => (text: string) =>
  /^\d+$/.test(shownOf(text)) && numberOf(text) >= least;

const facilities = new Set(
  `kern user mail daemon auth security syslog lpr news uucp cron authpriv ftp mark local0 local1 local2 local3 local4 local5 local6
  local7`.split(/\s+/),
);
const recordTypes = new Set(
  `A NS MD MF CNAME SOA MB MG MR NULL WKS PTR HINFO MINFO MX TXT RP AFSDB X25 ISDN RT NSAP NSAP_PTR SIG KEY PX GPOS AAAA LOC NXT EID
  NIMLOC SRV ATMA NAPTR KX CERT A6 DNAME SINK OPT APL DS SSHFP IPSECKEY RRSIG NSEC DNSKEY DHCID NSEC3 NSEC3PARAM TLSA SMIMEA HIP NINFO
  RKEY TALINK CDS CDNSKEY OPENPGPKEY CSYNC ZONEMD SVCB HTTPS SPF UINFO UID GID UNSPEC NID L32 L64 LP EUI48 EUI64 TKEY TSIG IXFR AXFR
  MAILB MAILA ANY URI CAA AVC DOA AMTRELAY TA DLV`.split(/\s+/),
);

/** Addresses and lengths, or lengths alone, for what is told of the client's network. */
function isSubnet(text: string): boolean {
  return cutAll(text, ',', 2).every((part) => {
    const [address, length] = cut(part, '/');
    return length === undefined ? isDigits(part) : (isV4(address) || isV6(address)) && isDigits(length);
  });
}

const isUmbrella = (text: string) =>
  cutAll(text).every((part) => {
    const [, name, value = ''] = /^(deviceid|orgid|assetid):(.*)$/.exec(part) ?? [];
    if (name === 'deviceid') return /^[\da-f]{16}$/i.test(value);
    return name !== undefined && isDigits(value) && Number(value) < 2 ** 32;
  });

function isPortRange(text: string): boolean {
  const parts = cutAll(text);
  return parts.length === 2 && parts.every(isNumberOf16Bits);
}

function isRetry(text: string): boolean {
  const parts = cutAll(text);
  const [first = '', second] = parts;
  return parts.length < 3 && countingFrom(50)(first) && (second === undefined || isDigits(second));
}

const words = (...known: string[]) => form(known.join(' or '), (text) => known.includes(shownOf(text)));
const isType = (text: string) => isDigits(text) || recordTypes.has(shownOf(text).toUpperCase());

/** The forms of values by the names that the table of options uses. */
export const valueForms = {
  any: form('a text', any),
  number: form('a number', isDigits),
  port: form('a number up to 65535', isNumberOf16Bits),
  count: form('a number from 1 on', countingFrom(1)),
  numbers: form('numbers', numbers),
  retry: form('a time in milliseconds, 50 at least, and a second one or none', isRetry),
  addresses: form('addresses', dns.areAddresses),
  network: form('an address, or a prefix', dns.isNetwork),
  subnet: form('lengths of prefixes, or prefixes', isSubnet),
  types: form('types of records', (text) => cutAll(text).every(isType)),
  facility: form(
    'a facility of the log, a path or -',
    (text) => text === '-' || text.includes('/') || facilities.has(text.toLowerCase()),
  ),
  mac: words('base64', 'text'),
  off: form('no', (text) => text === 'no'),
  unique: form('ip or mac', (text) => /^(?:ip|mac)$/i.test(text)),
  scope: form('net or host', (text) => text === 'net' || text === 'host'),
  umbrella: form('deviceid:, orgid: and assetid: with their numbers', isUmbrella),
  ports: form('two ports', isPortRange),
  domain: form('a name, or a name and NETWORK/LENGTH or FIRST,LAST', dns.isDomain),
  synth: form('NAME,NETWORK/LENGTH,PREFIX or NAME,FIRST,LAST,PREFIX', dns.isSynthDomain),
  server: form('an address or a host name, behind /NAME/ if need be', dns.isServer),
  answer: form('an address, behind /NAME/ if need be', dns.isAnswer),
  reverse: form('NETWORK/LENGTH,SERVER', dns.isReverseServer),
  cname: form('ALIAS,TARGET', (text) => dns.aliasesOf(text) !== undefined),
  mx: form('NAME,TARGET,PREFERENCE', dns.isMailExchanger),
  srv: form('NAME,TARGET,PORT,PRIORITY,WEIGHT', dns.isService),
  naptr: form('NAME,ORDER,PREFERENCE,FLAGS,SERVICE,REGEXP', dns.isNaptr),
  caa: form('NAME,FLAGS,TAG,VALUE', dns.isCaa),
  record: form('NAME,NUMBER,OCTETS', dns.isRecord),
  names: form('names', dns.areNames),
  name: form('a name', (text) => dns.areNames(cut(text)[0])),
  authority: form('NAME,INTERFACE', dns.isAuthServer),
  host: form('NAME,ADDRESS', dns.isHostRecord),
  dynamic: form('NAME,ADDRESS,INTERFACE', dns.isDynamicHost),
  face: form('NAME,INTERFACE', dns.isInterfaceName),
  alias: form('FIRST-LAST,NEW,NETMASK of IPv4', dns.isAlias),
  auth: form('NAME,NETWORK/LENGTH', dns.isAuthZone),
  anchor: form('NAME,TAG,ALGORITHM,TYPE,DIGEST', dns.isTrustAnchor),
  marks: form('MARK/MASK,PATTERN', dns.isMarkList),
  mask: form('a number other than 0', dns.isMask),
  set: form('/NAME/SET', dns.hasSet),
  range: form('FIRST,LAST,NETMASK,LEASE of one network', dhcp.isRange),
  client: form(
    'a hardware address, id:, set:, tag:, address, name or time each',
    (text) => dhcp.addressesOfHost(text) !== undefined,
  ),
  condition: form('set:TAG and tag:TAG', dhcp.isCondition),
  hardware: form('set:TAG,OCTETS', dhcp.isHardware),
  tagged: form('set:TAG,VALUE', dhcp.isTagged),
  vendor: form('set:TAG,VALUE or set:TAG,enterprise:NUMBER,VALUE', dhcp.isVendorClass),
  pattern: form('set:TAG,PATTERN', dhcp.hasPattern),
  boot: form('a text behind its tags', (text) => dhcp.withoutTags(text) !== undefined),
  service: form('SYSTEM,MENU,FILE', dhcp.isBootService),
  proxies: form('addresses of IPv4', (text) => cutAll(text).every(isV4)),
  relay: form('ADDRESS,SERVER,INTERFACE', dhcp.isRelay),
  shared: form('INTERFACE,ADDRESS or ADDRESS,ADDRESS', dhcp.isSharedNetwork),
  duid: form('NUMBER,OCTETS', dhcp.isDuid),
  bridge: form('INTERFACE,ALIAS', dhcp.isBridge),
  announcement: form('INTERFACE,mtu:NUMBER,high or low,INTERVAL,LIFETIME', dhcp.isAnnouncement),
  delay: form('a number of seconds behind its tags', dhcp.isDelay),
  alternate: form('one port or two', dhcp.arePorts),
  option: form('an option by number or option:NAME, and values of its type', isDhcpOption),
  match: form('set:TAG and an option by number or option:NAME', isDhcpMatch),
  address: form('an address', isAddress),
} as const satisfies Readonly<Record<string, ValueForm>>;

export type ValueFormName = keyof typeof valueForms;
