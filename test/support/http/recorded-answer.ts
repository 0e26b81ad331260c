import type { DnsAnswer } from '../../../scanner/ports/dns-answer.ts';
import { readZoneFile } from '../../../shared/zone-file/read-zone-file.ts';

interface Recorded {
  readonly responseCode?: number;
  /** Sections in zone file format. */
  readonly answer?: string;
  readonly authority?: string;
}

/** An answer as a server would have given it, out of text. */
export function recordedAnswer(name: string, type: number, recorded: Recorded = {}): DnsAnswer {
  const read = (text = '') => readZoneFile(text, { defaultTtl: 3_600 });
  return {
    question: { name, type },
    responseCode: recorded.responseCode ?? 0,
    authoritative: true,
    truncated: false,
    authenticData: false,
    recursionAvailable: false,
    answer: read(recorded.answer),
    authority: read(recorded.authority),
    additional: [],
    edns: { version: 0, size: 1_232, dnssecOk: true },
    extendedErrors: [],
    server: '192.0.2.1',
    transport: 'udp',
    milliseconds: 1,
    size: 512,
  };
}
