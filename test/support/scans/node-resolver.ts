import { textOfRecord } from '../../../scanner/protocols/mail/text-of-record.ts';
import { recordTypeNumber } from '../../../shared/dns/record-types.ts';
import type { RecordedDns } from './recorded-dns.ts';

/** A recorded DNS in the shape of `resolve()` of node:dns, which other implementations ask. */
export function nodeResolver(dns: RecordedDns): (name: string, type: string) => Promise<string[]> {
  return async (name, type) => {
    const number = recordTypeNumber(type)!;
    const answer = await dns.resolve(name, number);
    const fail = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
    if (answer.failure !== undefined) return fail('ETIMEOUT');
    if (answer.responseCode === 2) return fail('ESERVFAIL');
    const records = answer.answer.filter((record) => record.type === number);
    if (records.length === 0) return fail(answer.responseCode === 3 ? 'ENOTFOUND' : 'ENODATA');
    return records.map((record) => {
      if (type === 'TXT') return [textOfRecord(record.data)];
      if (type !== 'MX') return record.text;
      const [priority, exchange] = record.text.split(' ');
      return { priority: Number(priority), exchange: exchange === '.' ? '' : exchange };
    }) as string[];
  };
}
