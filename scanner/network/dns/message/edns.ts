import type { EdnsOption } from '../../../ports/dns-answer.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';
import type { ExtendedError } from '../../../ports/dns-validation.ts';

const extendedErrorOption = 15;
const maxExtendedErrors = 16;
const maxOptions = 64;

export interface Edns {
  readonly version: number;
  readonly size: number;
  readonly dnssecOk: boolean;
  /** The upper eight bits of the response code. */
  readonly extendedCode: number;
  readonly extendedErrors: readonly ExtendedError[];
  readonly options: readonly EdnsOption[];
}

/** Reads an OPT record (RFC 6891 section 6.1). What is cut off in its options is left out. */
export function readEdns(record: DnsRecord): Edns {
  const { ttl, data } = record;
  const options = readOptions(Buffer.from(data));
  return {
    version: (ttl >>> 16) & 0xff,
    size: record.class,
    dnssecOk: (ttl & 0x8000) !== 0,
    extendedCode: ttl >>> 24,
    extendedErrors: extendedErrors(options),
    options,
  };
}

function readOptions(bytes: Buffer): EdnsOption[] {
  const options: EdnsOption[] = [];
  for (let at = 0; at + 4 <= bytes.length && options.length < maxOptions; ) {
    const end = at + 4 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) break;
    options.push({ code: bytes.readUInt16BE(at), data: bytes.subarray(at + 4, end) });
    at = end;
  }
  return options;
}

/** RFC 8914 section 2: a code, and text that may end with a zero octet. */
function extendedErrors(options: readonly EdnsOption[]): ExtendedError[] {
  return options
    .filter(({ code, data }) => code === extendedErrorOption && data.length >= 2)
    .slice(0, maxExtendedErrors)
    .map(({ data }) => {
      const bytes = Buffer.from(data);
      return { code: bytes.readUInt16BE(0), text: bytes.toString('utf8', 2).replace(/\0+$/, '') };
    });
}
