import { isAtOrBelow, isBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { readWireName } from '@sonde/shared/dns/wire-name.ts';
import type { DnsAnswer } from '../../../ports/dns-answer.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';
import type { NameServer } from '../../../ports/dns-resolution.ts';

/** Servers beyond are not looked at: nobody needs as many, and a referral may name thousands. */
const maxServers = 24;
const maxAddresses = 8;

/** A zone cut is a zone with its name servers, as its parent said. */
export interface ZoneCut {
  readonly zone: string;
  readonly servers: readonly NameServer[];
  /** The answer that delegated; none for the root. */
  readonly referral?: DnsAnswer;
  /** The zone whose servers gave the referral. */
  readonly from?: string;
}

/** Reads the zone that an answer refers to, below the zone whose server gave it; undefined if it is no referral. */
export function readReferral(answer: DnsAnswer, asked: string, zone: string): ZoneCut | undefined {
  if (answer.responseCode !== responseCodes.NOERROR || answer.answer.length > 0) return undefined;
  const delegations = answer.authority.filter((record) => record.type === recordTypes.NS);
  const child = delegations[0]?.name;
  if (child === undefined || answer.authority.some((record) => record.type === recordTypes.SOA))
    return undefined;
  if (!isBelow(child, zone) || !isAtOrBelow(asked, child)) return undefined;
  const names = delegations.filter((record) => record.name === child).flatMap(targetOf);
  const servers = [...new Set(names)].slice(0, maxServers).map((name) => {
    const glue = glueOf(name, zone, answer.additional);
    return { name, addresses: glue, glue };
  });
  return { zone: child, servers, referral: answer, from: zone };
}

/** Addresses of the additional section; none that lie outside of what the delegating zone may speak of. */
function glueOf(name: string, zone: string, additional: readonly DnsRecord[]): string[] {
  if (!isAtOrBelow(name, zone)) return [];
  return addressesOf(additional.filter((record) => record.name === name)).slice(0, maxAddresses);
}

export function addressesOf(records: readonly DnsRecord[]): string[] {
  return records.filter((record) => isAddress(record) && record.class === 1).map((record) => record.text);
}

function isAddress({ type, data }: DnsRecord): boolean {
  return (type === recordTypes.A && data.length === 4) || (type === recordTypes.AAAA && data.length === 16);
}

/** Reads the name that a record of one name (NS, CNAME, DNAME) leads to. */
export function targetOf(record: DnsRecord): string[] {
  const read = readWireName(record.data, 0);
  return read === undefined || read.end !== record.data.length ? [] : [read.name];
}
