import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { readWireName } from '@sonde/shared/dns/wire-name.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { SoaEntry } from './delegation-result.ts';

/** Reads the SOA of an answer (RFC 1035 section 3.3.13); undefined if there is none. */
export function readSoa({ answer }: Pick<DnsAnswer, 'answer'>): SoaEntry | undefined {
  const record = answer.find(({ type }) => type === recordTypes.SOA);
  if (record === undefined) return undefined;
  const primary = readWireName(record.data, 0);
  const mailbox = primary && readWireName(record.data, primary.end);
  if (primary === undefined || mailbox === undefined || record.data.length !== mailbox.end + 20)
    return undefined;
  const numbers = Buffer.from(record.data.subarray(mailbox.end));
  const at = (index: number) => numbers.readUInt32BE(index * 4);
  return {
    primary: primary.name,
    mailbox: mailbox.name,
    serial: at(0),
    refresh: at(1),
    retry: at(2),
    expire: at(3),
    minimum: at(4),
  };
}
