import { isIP } from 'node:net';
import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { responseCodeNumber } from '@sonde/shared/dns/response-codes.ts';
import { writtenName } from '@sonde/shared/dns/written-name.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { QueryFilter } from '../../ports/traffic/query-search.ts';
import { InvalidInput } from '../errors.ts';
import { scopedLocationIds } from './scoped-locations.ts';
import { timeRange } from './time-range.ts';

/** What a caller asks for, as text. */
export interface AskedQueries {
  readonly accountId: number;
  readonly locationId?: number | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly period?: string | undefined;
  readonly client?: string | undefined;
  readonly name?: string | undefined;
  readonly suffix?: string | undefined;
  readonly queryType?: string | undefined;
  readonly responseCode?: string | undefined;
}

export interface QueryFilterPorts {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly clock: Clock;
}

/** The filter over the caller's own locations. Throws InvalidInput and NotFound. */
export async function queryFilter(asked: AskedQueries, ports: QueryFilterPorts): Promise<QueryFilter> {
  if (asked.client !== undefined && (isIP(asked.client) === 0 || asked.client.includes('%'))) {
    throw new InvalidInput('client', 'A client is an IPv4 or IPv6 address.');
  }
  return {
    ...timeRange(asked, new Date(ports.clock.now())),
    locationIds: await scopedLocationIds(asked.accountId, asked.locationId, ports),
    clientAddress: asked.client,
    name: nameOf(asked.name, 'name'),
    suffix: nameOf(asked.suffix, 'suffix'),
    queryType: recordTypeOf(asked.queryType, 'query_type'),
    responseCode: codeOf(asked.responseCode),
  };
}

/** A record type's number by its mnemonic or number. Throws InvalidInput. */
export function recordTypeOf(text: string | undefined, path: string): number | undefined {
  if (text === undefined) return undefined;
  const type = /^\d{1,5}$/.test(text) ? Number(text) : recordTypeNumber(text);
  if (type === undefined || type > 65_535) {
    throw new InvalidInput(path, 'A record type is a mnemonic such as AAAA, TYPE65 or a number.');
  }
  return type;
}

function nameOf(text: string | undefined, path: string): string | undefined {
  if (text === undefined) return undefined;
  const name = writtenName(text.trim());
  if (name === undefined) throw new InvalidInput(path, 'This is no domain name.');
  return name;
}

function codeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text.toLowerCase() === 'none') return noResponseCode;
  const code = /^\d{1,4}$/.test(text) ? Number(text) : responseCodeNumber(text);
  if (code === undefined || code > 4_095) {
    throw new InvalidInput(
      'response_code',
      'A response code is a mnemonic such as NXDOMAIN, a number or none.',
    );
  }
  return code;
}
