import type { DnsRecord } from './dns-record.ts';
import type { ExtendedError, SecurityStatus, Validation } from './dns-validation.ts';

export interface DnsQuestion {
  /** In stored form (shared/dns/names.ts). */
  readonly name: string;
  /** By number. */
  readonly type: number;
}

export type DnsFailure =
  /** Nothing came in time. */
  | 'timeout'
  /** The address refused the connection or could not be reached. */
  | 'unreachable'
  /** The guard won't go there. */
  | 'refused_by_policy'
  /** The name is none of the DNS, which is never asked for it (shared/dns/outside-dns.ts). */
  | 'outside_dns'
  /** What came is no answer to the question. */
  | 'malformed'
  /** No server of the zone gave an answer of use. */
  | 'lame'
  /** The names or servers lead in a circle, or to too many of them. */
  | 'too_long_a_chain'
  /** The budget of the scan is spent. */
  | 'budget';

/** An EDNS option is one option of EDNS (RFC 6891 section 6.1.2), by its number. */
export interface EdnsOption {
  readonly code: number;
  readonly data: Uint8Array;
}

/** A DNS answer is a whole answer, or the reason why there is none; it never throws for what the network does. */
export interface DnsAnswer {
  readonly question: DnsQuestion;
  /** Present if there is no answer: then the response code is undefined and there are no records. */
  readonly failure?: DnsFailure;
  /** One sentence about the failure. */
  readonly failureMessage?: string;
  /** With the upper bits of EDNS; NOERROR 0, SERVFAIL 2, NXDOMAIN 3. */
  readonly responseCode?: number;
  readonly authoritative: boolean;
  readonly truncated: boolean;
  readonly authenticData: boolean;
  readonly recursionAvailable: boolean;
  /** With the aliases that lead to it (CNAME, DNAME) before what was asked for, in their order. */
  readonly answer: readonly DnsRecord[];
  readonly authority: readonly DnsRecord[];
  readonly additional: readonly DnsRecord[];
  /** Whether the responder speaks EDNS; `undefined` if there was no answer. */
  readonly edns?: {
    readonly version: number;
    readonly size: number;
    readonly dnssecOk: boolean;
    /** The options as they came; absent if nobody read them. */
    readonly options?: readonly EdnsOption[];
  };
  readonly extendedErrors: readonly ExtendedError[];
  /** By our own validation, if it was asked for. */
  readonly security?: SecurityStatus;
  /** How that came about. */
  readonly validation?: Validation;
  /** The address of the server that answered at last. Empty if it was put together from several or from the cache. */
  readonly server: string;
  readonly transport: 'udp' | 'tcp' | 'tls' | 'https' | 'cache';
  /** Milliseconds. */
  readonly milliseconds: number;
  /** Bytes of the response. */
  readonly size: number;
}
