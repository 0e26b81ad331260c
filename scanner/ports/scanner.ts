import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DnsResolution } from './dns-resolution.ts';
import type { Fetch } from './fetch.ts';
import type { Finding, ScanError } from './finding.ts';
import type { SmtpProbe } from './smtp-probe.ts';
import type { TlsProbe } from './tls-session.ts';
import type { PageReader } from './web-page.ts';
import type { WhoisExchange } from './whois-exchange.ts';
import type { ZoneTransfer } from './zone-transfer.ts';

/** The scan ports are the world as a scanner may ask it; one set for each scan, with the scan's budgets. */
export interface ScanPorts {
  readonly dns: DnsResolution;
  /** The client of zone transfers, if they may be tried. */
  readonly zones?: ZoneTransfer;
  readonly fetch: Fetch;
  readonly tls: TlsProbe;
  readonly smtp: SmtpProbe;
  /** The exchange by which WHOIS servers may be asked. */
  readonly whois?: WhoisExchange;
  /** Reads pages of sites, where that keeps nobody waiting. */
  readonly pages: PageReader;
  readonly clock: Clock;
  /** Ends the scan. */
  readonly signal: AbortSignal;
}

export interface ScanPart<Result> {
  readonly result: Result;
  readonly findings: readonly Finding[];
  readonly errors: readonly ScanError[];
}

/**
 * A scanner examines one subject of a domain scan. It asks the ports and judges what they answered: the same answers
 * give the same part, whatever the network. It never rejects for what the network does; what could not be asked is an
 * error of the part, and its result says null there.
 */
export interface Scanner<Result> {
  /** The id as in a scan's `errors` and options: `spf`, `dnssec`. */
  readonly id: string;
  /** Scans a domain. `domain` in stored form, IDNA processed. */
  scan(domain: string, ports: ScanPorts): Promise<ScanPart<Result>>;
}
