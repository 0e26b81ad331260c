import type { Answer } from 'dns-packet';
import { storedName } from '../../../shared/dns/names.ts';

/** The presentation form of what dns-packet decoded. */
export function presentation(record: Answer): string {
  const name = (text: string): string => storedName(text)!;
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return record.data;
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return name(record.data);
    case 'MX':
      return `${record.data.preference} ${name(record.data.exchange)}`;
    case 'SOA': {
      const { mname, rname, serial, refresh, retry, expire, minimum } = record.data;
      return `${name(mname)} ${name(rname)} ${serial} ${refresh} ${retry} ${expire} ${minimum}`;
    }
    case 'SRV':
      return `${record.data.priority} ${record.data.weight} ${record.data.port} ${name(record.data.target)}`;
    case 'CAA':
      return `${record.data.flags} ${record.data.tag} "${record.data.value}"`;
    case 'DS': {
      const { keyTag, algorithm, digestType, digest } = record.data;
      return `${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`;
    }
    case 'TXT':
      return [record.data]
        .flat()
        .map((part) => quoted(Buffer.from(part)))
        .join(' ');
    default:
      throw new RangeError(`no form for ${record.type}`);
  }
}

function quoted(bytes: Buffer): string {
  const characters = [...bytes].map((octet) => {
    if (octet === 0x22 || octet === 0x5c) return `\\${String.fromCharCode(octet)}`;
    if (octet >= 0x20 && octet < 0x7f) return String.fromCharCode(octet);
    return `\\${String(octet).padStart(3, '0')}`;
  });
  return `"${characters.join('')}"`;
}
