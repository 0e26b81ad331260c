import type { ExtendedError } from '../../../ports/scans/dns-answer.ts';
import type { DnsRecord } from '../../../ports/scans/dns-record.ts';

const extendedErrorOption = 15;
const maxExtendedErrors = 16;

export interface Edns {
  readonly version: number;
  readonly size: number;
  readonly dnssecOk: boolean;
  /** The upper eight bits of the response code. */
  readonly extendedCode: number;
  readonly extendedErrors: readonly ExtendedError[];
}

/** Reads an OPT record (RFC 6891 section 6.1). What is cut off in its options is left out. */
export function readEdns(record: DnsRecord): Edns {
  const { ttl, data } = record;
  return {
    version: (ttl >>> 16) & 0xff,
    size: record.class,
    dnssecOk: (ttl & 0x8000) !== 0,
    extendedCode: ttl >>> 24,
    extendedErrors: readExtendedErrors(Buffer.from(data)),
  };
}

/** RFC 8914 section 2: a code, and text that may end with a zero octet. */
function readExtendedErrors(options: Buffer): ExtendedError[] {
  const errors: ExtendedError[] = [];
  for (let at = 0; at + 4 <= options.length && errors.length < maxExtendedErrors; ) {
    const length = options.readUInt16BE(at + 2);
    const end = at + 4 + length;
    if (end > options.length) break;
    if (options.readUInt16BE(at) === extendedErrorOption && length >= 2) {
      const text = options.toString('utf8', at + 6, end).replace(/\0+$/, '');
      errors.push({ code: options.readUInt16BE(at + 4), text });
    }
    at = end;
  }
  return errors;
}
