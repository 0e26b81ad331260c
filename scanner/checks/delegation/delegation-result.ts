/**
 * A delegation result lists a zone's name servers, as the parent zone and the zone itself name them, and their answers.
 */
export interface DelegationResult {
  /** Null if it could not be found. */
  readonly zone: string | null;
  readonly parent: string | null;
  readonly nameServers: readonly NameServerEntry[] | null;
  readonly soa: SoaEntry | null;
}

export interface NameServerEntry {
  readonly name: string;
  readonly inParent: boolean;
  /** Null if the zone itself could not be asked. */
  readonly inZone: boolean | null;
  readonly glue: readonly string[];
  readonly addresses: readonly ServerEntry[];
}

/** A server entry is one address, asked for the zone's SOA. */
export interface ServerEntry {
  readonly address: string;
  /** `ok`, `lame`, or why there was no answer. */
  readonly status: string;
  readonly authoritative: boolean | null;
  readonly serial: number | null;
  readonly edns: boolean | null;
  readonly tcp: boolean | null;
  /** Of the answer over UDP; null if there was none. */
  readonly milliseconds: number | null;
}

export interface SoaEntry {
  readonly primary: string;
  readonly mailbox: string;
  readonly serial: number;
  /** Seconds. */
  readonly refresh: number;
  readonly retry: number;
  readonly expire: number;
  readonly minimum: number;
}
