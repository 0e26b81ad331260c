import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { DnsRecord } from '../../ports/dns-record.ts';
import type { TransferredZone, ZoneTransfer } from '../../ports/zone-transfer.ts';
import type { AddressPolicy } from '../address-policy.ts';
import type { Outside } from './exchange/patient-question.ts';
import { openStream } from './exchange/tcp-stream.ts';
import { decodeMessage } from './message/decode-message.ts';
import { encodeQuery } from './message/encode-query.ts';

const maxBytes = 64 * 1024 * 1024;
const defaultMaxRecords = 200_000;

export interface TransferParts {
  readonly outside: Outside;
  readonly policy: AddressPolicy;
  readonly random: Random;
  readonly timeoutMilliseconds: number;
}

/** Creates a client of zone transfers (RFC 5936), bounded in records, bytes and time. */
export function createZoneTransfer(parts: TransferParts): ZoneTransfer {
  return {
    transfer: async (server, zone, { maxRecords = defaultMaxRecords, signal } = {}) => {
      if (!parts.policy.permits(server)) {
        return failed('refused_by_policy', `${server} must not be asked.`);
      }
      const outside = parts.outside(zone);
      if (outside !== undefined) return failed('outside_dns', outside);
      const timeout = AbortSignal.timeout(parts.timeoutMilliseconds);
      const ending = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      try {
        return await receive(server, zone, maxRecords, parts.random, ending);
      } catch (error) {
        if (ending.aborted) return failed('timeout', `${server} did not send the zone in time.`);
        const { code, message } = error as NodeJS.ErrnoException;
        return failed('unreachable', `${server} could not be reached: ${code ?? message}.`);
      }
    },
  };
}

async function receive(
  server: string,
  zone: string,
  maxRecords: number,
  random: Random,
  signal: AbortSignal,
): Promise<TransferredZone> {
  const id = random.bytes(2).readUInt16BE();
  const { message } = encodeQuery({
    id,
    name: zone,
    type: recordTypes.AXFR,
    class: 1,
    recursionDesired: false,
    checkingDisabled: false,
    edns: false,
    dnssecOk: false,
  });
  const records: DnsRecord[] = [];
  let bytes = 0;
  for await (const part of openStream(server, 53, message, signal)) {
    bytes += part.length;
    const decoded = decodeMessage(part);
    if (decoded === undefined || decoded.id !== id)
      return failed('malformed', `${server} sent what is no zone transfer.`);
    if (decoded.responseCode !== 0) {
      return failed('refused', `${server} refused: ${responseCodeName(decoded.responseCode)}.`);
    }
    for (const record of decoded.answer) {
      const isSoa = record.type === recordTypes.SOA && record.name === zone;
      if (records.length === 0 && !isSoa)
        return failed('malformed', `${server} sent what is no zone transfer.`);
      if (isSoa && records.length > 0) return { records };
      records.push(record);
    }
    if (records.length === 0) return failed('refused', `${server} sent nothing.`);
    if (records.length > maxRecords || bytes > maxBytes) {
      return failed('too_large', `The zone has more than ${maxRecords} records or ${maxBytes} bytes.`);
    }
  }
  return failed('malformed', `${server} ended before the zone did.`);
}

function failed(failure: NonNullable<TransferredZone['failure']>, failureMessage: string): TransferredZone {
  return { records: [], failure, failureMessage };
}
