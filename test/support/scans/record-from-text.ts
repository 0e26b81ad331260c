import { wireName } from '../../../shared/dns/wire-name.ts';
import { addressBytes } from '../../../shared/net/address.ts';
import { TextBuffer } from '../../../shared/presentation/text-buffer.ts';
import { DataReader } from '../../../shared/record-data/data-reader.ts';
import { writeRecordData } from '../../../shared/record-data/record-data.ts';

/** RDATA of presentation form, for the types that tests write; others in the generic form, `\# 4 0a000001`. */
export function recordDataFromText(type: string, text: string): Buffer {
  const generic = /^\\#\s+\d+\s*([0-9a-fA-F\s]*)$/.exec(text);
  if (generic !== null) return Buffer.from(generic[1]!.replaceAll(/\s/g, ''), 'hex');
  const fields = text.split(/\s+/);
  switch (type) {
    case 'A':
      return addressBytes(text).subarray(12);
    case 'AAAA':
      return addressBytes(text);
    case 'NS':
    case 'CNAME':
    case 'DNAME':
    case 'PTR':
      return nameData(text);
    case 'MX':
      return Buffer.concat([uint16(fields[0]!), nameData(fields[1]!)]);
    case 'SRV':
      return Buffer.concat([...fields.slice(0, 3).map(uint16), nameData(fields[3]!)]);
    case 'SOA':
      return Buffer.concat([...fields.slice(0, 2).map(nameData), ...fields.slice(2).map(uint32)]);
    case 'TXT':
    case 'SPF':
      return Buffer.concat(strings(text).map((one) => Buffer.concat([Buffer.of(one.length), one])));
    case 'TLSA':
      return Buffer.concat([
        Buffer.from(fields.slice(0, 3).map(Number)),
        Buffer.from(fields.slice(3).join(''), 'hex'),
      ]);
    default:
      throw new Error(`write ${type} in the generic form: ${text}`);
  }
}

/** The presentation form that goes with RDATA, as in answers. */
export function recordDataText(type: number, data: Buffer): string {
  const out = new TextBuffer(300_000);
  const reader = new DataReader();
  reader.bytes = data;
  reader.messageEnd = data.length;
  reader.end = data.length;
  writeRecordData(out, reader, type, 1);
  return Buffer.from(out.bytes.subarray(0, out.position)).toString('latin1');
}

function uint16(text: string): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(Number(text));
  return bytes;
}

function uint32(text: string): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Number(text));
  return bytes;
}

function nameData(text: string): Buffer {
  return wireName(text === '.' ? text : text.replace(/\.$/, ''));
}

/** Character-strings, quoted or not; `\"`, `\\` and `\DDD` within; longer ones than 255 octets are cut into several. */
function strings(text: string): Buffer[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/gs)].flatMap((found) => {
    const octets = Buffer.from(
      (found[1] ?? found[2]!).replaceAll(/\\(\d{3}|.)/gs, (_, escaped: string) =>
        escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped,
      ),
      'latin1',
    );
    if (octets.length === 0) return [octets];
    return Array.from({ length: Math.ceil(octets.length / 255) }, (_, index) =>
      octets.subarray(index * 255, index * 255 + 255),
    );
  });
}
