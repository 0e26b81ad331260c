import type { DnsAnswer, DnsQuestion, EdnsOption } from './dns-answer.ts';

export interface ResolveOptions {
  /** Whether the chain of trust is validated here and `security` is told; true unless said otherwise. */
  readonly validate?: boolean;
  readonly signal?: AbortSignal;
}

export interface AskOptions {
  readonly transport?: 'udp' | 'tcp';
  /** Whether the question goes with the DO bit; true unless said otherwise. */
  readonly dnssecOk?: boolean;
  /** EDNS at all; true unless said otherwise. */
  readonly edns?: boolean;
  /** 0 unless said otherwise; a server that does not know another says BADVERS (RFC 6891 section 6.1.3). */
  readonly ednsVersion?: number;
  /** Options that go with the question, such as one for the server's identifier (RFC 5001). */
  readonly ednsOptions?: readonly EdnsOption[];
  readonly recursionDesired?: boolean;
  readonly checkingDisabled?: boolean;
  /** The name's letters in mixed case (draft-vixie-dnsext-dns0x20); the answer's question must repeat them. */
  readonly mixedCase?: boolean;
  /** 1 (IN) unless said otherwise; 3 (CH) for `version.bind`. */
  readonly class?: number;
  readonly port?: number;
  readonly signal?: AbortSignal;
}

/**
 * A DNS resolution is the DNS as scanners may use it. One is made for each scan, with its budget of questions and time;
 * what one part of a scan has learnt the others need not ask again. Never rejects for what the network does: the answer
 * says.
 */
export interface DnsResolution {
  /** Resolves as a validating resolver does: follows aliases, retries truncated answers over TCP. */
  resolve(name: string, type: number, options?: ResolveOptions): Promise<DnsAnswer>;
  /** Puts one question to one server and takes its answer as it is. */
  ask(server: string, question: DnsQuestion, options?: AskOptions): Promise<DnsAnswer>;
  /** Finds the zone that a name lies in: its apex, and the servers by the parent's and by its own word. */
  zoneOf(name: string, options?: ResolveOptions): Promise<ZoneServers>;
  /** Keys that are trusted without a proof (RFC 4033 section 2), by their tags; undefined if nothing is validated here. */
  readonly trustAnchors?: readonly { readonly zone: string; readonly keyTag: number }[];
  /** Every question that went out over the network for this scan, so far. */
  readonly questionsAsked: number;
}

export interface ZoneServers {
  /** Undefined if it could not be found. */
  readonly apex: string | undefined;
  readonly parent: string | undefined;
  /** The servers as the parent delegates. */
  readonly delegated: readonly NameServer[];
  /** The servers as the zone itself says; empty if none of its servers answers. */
  readonly own: readonly NameServer[];
}

export interface NameServer {
  readonly name: string;
  /** Empty if none was found. */
  readonly addresses: readonly string[];
  /** Addresses that the parent gave along (RFC 9471). */
  readonly glue: readonly string[];
}
