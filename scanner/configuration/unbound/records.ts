import { isIPv4, isIPv6 } from 'node:net';
import { recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { isDomain } from '../clauses/check-values.ts';
import { isBase64 } from '../model/base64.ts';

const longestTtl = 2 ** 31 - 1;
/** Types whose data ends with a name, and how many numbers come before it. */
const namesIn: Readonly<Record<string, number>> = { NS: 0, CNAME: 0, DNAME: 0, PTR: 0, MX: 1, SRV: 3 };

/** Tells whether a text is a record as `local-data` takes it: TTL before class, and data that may be cut short. */
export function isRecord(text: string): boolean {
  const found = /^\s*(\S+)(?:\s+(\d\w*))?(?:\s+(?:IN|CH|HS))?\s+([a-z][a-z0-9-]*)(?:\s+(.*))?$/is.exec(text);
  const [, owner = '', ttl = '0', type = '', data = ''] = found ?? [];
  if (found === null || !isDomain(owner)) return false;
  return (!/^\d+$/.test(ttl) || Number(ttl) <= longestTtl) && isRecordData(type, data);
}

/** Tells whether a text is a type of records and data of it, as `A 192.0.2.1`. */
export function isTypeAndData(text: string): boolean {
  const [, type = '', data = ''] = /^\s*(\S+)\s+(.*)$/s.exec(text) ?? [];
  return isRecordData(type, data);
}

function isRecordData(type: string, data: string): boolean {
  const name = type.toUpperCase();
  if (recordTypeNumber(name) === undefined && !/^TYPE\d+$/.test(name)) return false;
  const words = data.trim().split(/\s+/);
  const [word = ''] = words;
  if (word === '') return true;
  if (word === '\\#')
    return (
      /^[\da-f]*$/i.test(words.slice(2).join('')) && words.slice(2).join('').length === 2 * Number(words[1])
    );
  if (/^TYPE\d+$/.test(name)) return false;
  if (name === 'A') return isIPv4(word);
  if (name === 'AAAA') return isIPv6(word);
  if (name === 'DS') return /^[\da-f]*$/i.test(words.slice(3).join(''));
  if (/^(?:MX|SRV|CAA)$/.test(name) && !/^-?\d/.test(word)) return false;
  const target = words[namesIn[name] ?? -1];
  return target === undefined || isDomain(target);
}

/** Tells whether a text is a trust anchor: a DS or DNSKEY record, whole. */
export function isAnchor(text: string): boolean {
  const found = /^\s*(\S+)(?:\s+\d\w*)?(?:\s+IN)?\s+(DS|DNSKEY)\s+(\d+)\s+(\d+)\s+(\d+)\s+(.+)$/is.exec(text);
  if (found === null || !isDomain(found[1]!)) return false;
  const data = found[6]!.replaceAll(/\s/g, '');
  return found[2]!.toUpperCase() === 'DS' ? /^(?:[\da-f]{2})+$/i.test(data) : isBase64(data);
}
