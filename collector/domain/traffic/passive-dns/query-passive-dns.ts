import { isIP } from 'node:net';
import { dataWithStoredName } from '@sonde/shared/dns/data-with-name.ts';
import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { writtenName } from '@sonde/shared/dns/written-name.ts';
import { InvalidInput, NotStored } from '@sonde/shared/errors.ts';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { PassiveDns, PassiveRecord } from '../../../ports/traffic/passive-dns.ts';
import type { RetentionPolicy } from '../../../ports/traffic/retention.ts';
import { recordTypeOf } from '../monitoring/query-filter.ts';
import { scopedLocationIds } from '../monitoring/scoped-locations.ts';

export interface PassiveDnsPorts {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly passiveDns: PassiveDns;
  readonly retentionPolicy: Pick<RetentionPolicy, 'profile'>;
}

export interface PassiveDnsQuestion {
  readonly accountId: number;
  readonly locationId?: number | undefined;
  /** One of the two is asked for. */
  readonly domain?: string | undefined;
  readonly data?: string | undefined;
  /** Names below the domain as well. */
  readonly below: boolean;
  readonly recordType?: string | undefined;
  readonly limit: number;
}

/** Finds the records that the account's own locations saw in answers. Throws InvalidInput, NotFound and NotStored. */
export async function queryPassiveDns(
  question: PassiveDnsQuestion,
  ports: PassiveDnsPorts,
): Promise<{ subject: string; records: PassiveRecord[] }> {
  const { domain, data } = question;
  if ((domain === undefined) === (data === undefined)) {
    throw new InvalidInput('domain', 'Ask for a domain or for data, one of the two.');
  }
  const subject = domain === undefined ? normalData(data ?? '') : domainOf(domain);
  const type = recordTypeOf(question.recordType, 'record_type');
  const locationIds = await scopedLocationIds(question.accountId, question.locationId, ports);
  const filter = { locationIds, type, limit: question.limit };
  const records =
    domain === undefined
      ? await ports.passiveDns.byData(subject, filter)
      : await ports.passiveDns.byName(subject, { ...filter, below: question.below });
  if (records.length === 0 && ports.retentionPolicy.profile === 'lean')
    // That nobody saw a record can't be said.
    throw new NotStored(
      'Nothing was found, and this installation does not store the records of responses (SONDE_STORE_PROFILE is lean).',
    );
  return { subject, records };
}

/** Reads a domain into its normal form. Throws InvalidInput. */
export function domainOf(text: string): string {
  const input = parseDomainInput(text);
  if ('domain' in input) return input.domain;
  const owner = unusualName(text.trim());
  if (owner === undefined) throw new InvalidInput('domain', `${sentence(input.message)}.`);
  return owner;
}

/**
 * A name that no host has and records do: wildcards, services (RFC 6763), parts of networks (RFC 2317). What looks like
 * a URL, a mail or an IP address is none, unless its marks are escaped.
 */
function unusualName(text: string): string | undefined {
  const plain = text.replaceAll(/\\(?:[0-9]{3}|.)/g, '');
  const marks = /\.arpa\.?$/i.test(plain) ? /[\s:?#@]/ : /[\s/:?#@]/;
  if (marks.test(plain) || /^(?:.*\.)?[0-9]*\.?$/.test(plain)) return undefined;
  return writtenName(text);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Data as it is stored: addresses in their one form, names in lower case without a trailing dot. */
function normalData(text: string): string {
  const trimmed = text.trim();
  if (isIP(trimmed) !== 0 && !trimmed.includes('%')) return addressText(addressBytes(trimmed));
  const input = parseDomainInput(trimmed);
  if ('domain' in input) return input.domain;
  if (trimmed === '' || !/^[\x20-\x7e]+$/.test(trimmed)) {
    throw new InvalidInput('data', 'Data is an address, a name or other record data in printable ASCII.');
  }
  // A name behind numbers, as in MX and SRV; what is no name, such as a digest, has no dot.
  if (!/^(?:[0-9]+ +){1,3}\S+\.\S*$/.test(trimmed)) return trimmed;
  return dataWithStoredName(trimmed.split(/ +/).length === 2 ? recordTypes.MX : recordTypes.SRV, trimmed);
}
