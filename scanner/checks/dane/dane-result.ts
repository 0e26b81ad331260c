/** A DANE result describes the DANE for SMTP of a domain (RFC 6698, RFC 7672). No key of an object in it is data. */
export interface DaneResult {
  /**
   * Whether every mail exchanger has usable TLSA records under DNSSEC that its certificate meets; null if there are none,
   * or if no server could be reached to compare.
   */
  readonly valid: boolean | null;
  /** Whether any exchanger has usable TLSA records under DNSSEC; null if that could not be looked up. */
  readonly enabled: boolean | null;
  readonly exchangers: readonly DaneExchanger[] | null;
  readonly details: string;
}

export interface DaneExchanger {
  readonly host: string;
  /** By our own validation of the exchanger's TLSA records and of what leads to them. */
  readonly security: 'secure' | 'insecure' | 'bogus' | 'indeterminate' | 'unknown';
  /** Null if they could not be looked up. */
  readonly records: readonly TlsaRecord[] | null;
  /** Whether the certificate shown on port 25 meets a usable record; null if there is none or nothing was shown. */
  readonly matches: boolean | null;
}

/** A TLSA record holds the fields of RFC 6698 section 2.1. */
export interface TlsaRecord {
  readonly usage: number;
  readonly selector: number;
  readonly matching: number;
  /** Hexadecimal, cut to 256 digits. */
  readonly data: string;
  /** Usages 2 and 3 with known parameters (RFC 7672 section 3.1). */
  readonly usable: boolean;
  /** Whether it is of a certificate of the chain that the server showed; null if none was shown. */
  readonly shown: boolean | null;
}
