import type { RowFact } from './row-facts.ts';
import type { NameService, Outcome, Section, Transport } from './row-layout.ts';

/**
 * A row record is one resource record of a transaction. `data` is its presentation form (RFC 1035 section 5, RFC 3597
 * for unknown types).
 */
export interface RowRecord {
  readonly section: Section;
  /** The owner in the form of `queryName`, also if it is that name. */
  readonly name: string;
  readonly type: number;
  /** Seconds. */
  readonly ttl: number;
  readonly data: string;
}

/**
 * A row is one transaction as an object: for the JSON road, for tests and for tools. The hot path writes bytes instead.
 */
export interface Row {
  /** Microseconds since 1970, of the query, or of the response if only that was seen. */
  readonly observedAt: number;
  readonly outcome: Outcome;
  readonly transport: Transport;
  readonly nameService: NameService;
  readonly ednsVersion: number;
  /** Microseconds between query and response; 0 unless answered. */
  readonly latency: number;
  /** Microseconds, 0 if unknown. */
  readonly tcpRoundTrip: number;
  /** IPv4 or IPv6 text. */
  readonly clientAddress: string;
  readonly serverAddress: string;
  readonly clientPort: number;
  readonly serverPort: number;
  readonly messageId: number;
  /** The second 16-bit word of the header (RFC 1035 section 4.1.1). */
  readonly queryFlags: number;
  readonly responseFlags: number;
  /** RCODE with the EDNS extension, `noResponseCode` if there was no response. */
  readonly responseCode: number;
  readonly queryType: number;
  readonly queryClass: number;
  /** Bytes of the DNS message. */
  readonly querySize: number;
  readonly responseSize: number;
  readonly ednsFlags: number;
  readonly ednsUdpSize: number;
  readonly answerCount: number;
  readonly authorityCount: number;
  readonly additionalCount: number;
  readonly marks: number;
  /** The UDP size that the response's OPT record tells; 0 if it has none or none was noted. `ednsUdpSize` is the query's if that has one. */
  readonly responseUdpSize: number;
  /** The outermost VLAN tag of the packet, within a tunnel if it came in one; 0 if there is none. */
  readonly vlan: number;
  /** Lower case, no trailing dot, `.` for the root, octets outside printable ASCII as `\DDD`. */
  readonly queryName: string;
  /** EDNS client subnet (RFC 7871) as `address/prefix`, empty if absent. */
  readonly clientSubnet: string;
  /** Info codes of extended DNS errors (RFC 8914). */
  readonly extendedErrors: readonly number[];
  readonly policyRule: string;
  readonly records: readonly RowRecord[];
  readonly facts: readonly RowFact[];
}
