import type { Page } from '../system/page.ts';

/**
 * A service's kind tells whether a record proves control over the domain to a provider, or allows the provider to send
 * mail for it; or that an alias leads into the provider's zone, to a name that does not exist.
 */
export const serviceKinds = ['verification', 'mail_sender', 'dangling'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** An indexed service is a service that a domain's TXT records tell of. */
export interface IndexedService {
  readonly provider: string;
  readonly category: string;
  readonly kind: ServiceKind;
  /** The whole record that told of it last. */
  readonly record: string;
}

export interface SeenService extends IndexedService {
  readonly domain: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** When a scan first found it no more; null while it is there. */
  readonly goneAt: Date | null;
}

/** A service change is a service that a domain has new, or no more. */
export interface ServiceChange extends Pick<IndexedService, 'provider' | 'category' | 'kind'> {
  readonly change: 'added' | 'removed';
}

export interface ServiceQuestion extends Page {
  /** Exactly, in any letter case. */
  readonly provider?: string | undefined;
  readonly kind?: ServiceKind | undefined;
  readonly domain?: string | undefined;
  readonly category?: string | undefined;
  /** One of these, exactly. */
  readonly providers?: readonly string[] | undefined;
  /** Asks for services that are gone as well. */
  readonly gone: boolean;
}

/** The service index keeps what scans saw of the services of all tracked domains. All methods throw a StoreError. */
export interface ServiceIndex {
  /**
   * Takes in all services that a scan of a domain saw: others that it had are gone from then on. A scan that is older than the
   * latest changes nothing. Of a kind that the scan could not look for in full none is gone. Answers with what has changed: nothing if no service of the domain was known before.
   */
  record(
    domain: string,
    at: Date,
    services: readonly IndexedService[],
    inPart?: readonly ServiceKind[],
  ): Promise<ServiceChange[]>;
  /** By domain, then by provider. */
  find(question: ServiceQuestion): Promise<{ count: number; services: SeenService[] }>;
  /** Providers with how many domains use them now, the most used first. */
  providers(
    limit: number,
  ): Promise<{ provider: string; category: string; kind: ServiceKind; domains: number }[]>;
}
