/**
 * Whether a host answers DNS over QUIC, TLS or HTTPS. `unsupported`: this program can't try; `refused`: the server does not offer
 * it; `unreachable`: nothing answered. No key of an object in it is data.
 */
export interface EncryptedDnsResult {
  readonly domain: string;
  /** RFC 9250. There is no QUIC here: what the domain says of itself is all that is told. */
  readonly doq: EncryptedTransport;
  /** RFC 7858. */
  readonly dot: EncryptedTransport;
  /** RFC 8484. */
  readonly doh: EncryptedTransport;
}

export interface EncryptedTransport {
  readonly status: 'works' | 'refused' | 'unreachable' | 'unsupported' | 'not_advertised';
  /** One sentence. */
  readonly message: string;
  /** SVCB records of the domain's DNS service that name it (RFC 9461). */
  readonly advertised: readonly AdvertisedTransport[];
  /** Milliseconds of what was tried; null where nothing was. */
  readonly milliseconds: number | null;
}

export interface AdvertisedTransport {
  readonly target: string;
  readonly port: number;
  /** URI template, for DNS over HTTPS. */
  readonly path: string | null;
}
