import { recordTypes } from '../../dns/record-types.ts';
import { textOctets } from '../../zone-file/octets.ts';
import { readEntries } from '../../zone-file/tokens.ts';

const types: Readonly<Record<string, number>> = recordTypes;

/**
 * Writes the data of a record as Zeek's dns.log has it (the hooks `do_reply` of base/protocols/dns/main.zeek): most types of several fields
 * are told in part, and those that Zeek has no event for by their number alone.
 */
export function zeekAnswer({ type, data }: { readonly type: number; readonly data: string }): string {
  switch (type) {
    case recordTypes.A:
    case recordTypes.AAAA:
      return data;
    case recordTypes.CNAME:
    case recordTypes.NS:
    case recordTypes.PTR:
      return zeekText(data);
    case recordTypes.TXT:
      return stringsOf(data, 'TXT');
    case recordTypes.SPF:
      return stringsOf(data, 'SPF');
    case recordTypes.NSEC3:
      return 'NSEC3';
    case recordTypes.NSEC3PARAM:
      return 'NSEC3PARAM';
    default:
      return partOf(type, data) ?? `<unknown type=${type}>`;
  }
}

/** What Zeek tells of data of several fields; undefined if it tells nothing, or a field that it tells is missing. */
function partOf(type: number, data: string): string | undefined {
  const words = data.split(' ');
  const [first, second] = words;
  switch (type) {
    case recordTypes.MX:
      return words.length === 2 ? zeekText(second!) : undefined;
    case recordTypes.SRV:
      return words.length === 4 ? zeekText(words[3]!) : undefined;
    case recordTypes.SOA:
      return first === '' ? undefined : zeekText(first!);
    case recordTypes.RRSIG:
      return words[7] === undefined || types[first!] === undefined
        ? undefined
        : `RRSIG ${types[first!]} ${words[7] === '.' ? '<Root>' : zeekText(words[7])}`;
    case recordTypes.DNSKEY:
      return words[2] === undefined ? undefined : `DNSKEY ${words[2]}`;
    case recordTypes.DS:
      return words[2] === undefined ? undefined : `DS ${second} ${words[2]}`;
    case recordTypes.SSHFP:
      return words[2] === undefined ? undefined : `SSHFP: ${words[2].toLowerCase()}`;
    default:
      return undefined;
  }
}

/** Zeek counts the octets of each string before it. */
function stringsOf(data: string, word: string): string {
  const [entry] = readEntries(data);
  const strings = (entry?.tokens ?? []).map(({ text }) => textOctets(text) ?? Buffer.from(text));
  return strings.map((octets) => `${word} ${octets.length} ${escaped(octets)}`).join(' ');
}

/** Writes a text of presentation format with the escapes of Zeek. */
function zeekText(text: string): string {
  return text.includes('\\') ? escaped(textOctets(text) ?? Buffer.from(text)) : text;
}

function escaped(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) {
    if (octet === 0x5c) text += '\\\\';
    else if (octet < 0x20 || octet > 0x7e) text += `\\x${octet.toString(16).padStart(2, '0')}`;
    else text += String.fromCharCode(octet);
  }
  return text;
}
