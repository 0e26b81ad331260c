import { scanTarget } from '@sonde/scanner/checks/domain-name.ts';
import { dnsRecords } from '@sonde/scanner/result/domain-scan-result.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { type ScanDomainPorts, scanDomain } from '../domain/intelligence/scan/scan-domain.ts';
import { searchText } from '../domain/intelligence/scan/search-text.ts';
import type { BurstLimits } from '../domain/people/quota/burst-limits.ts';
import type { TrackedDomainStore } from '../ports/scans/tracked-domains.ts';
import type { GraphqlContext } from './graphql-context.ts';
import type { DnsRecord } from './present-domain.ts';
import {
  type CertificateView,
  certificateView,
  type DomainView,
  domainView,
  type ExpiringCertificateView,
  expiringCertificateView,
} from './present-domain.ts';

const dayMilliseconds = 86_400_000;
const mostItems = 1_000;
const mostDays = 3_650;
/** A scan takes this much of the caller's burst, as over REST. */
const scanCost = 5;

export interface DomainResolverPorts extends ScanDomainPorts {
  readonly trackedDomains: Pick<TrackedDomainStore, 'list' | 'search' | 'certificatesEndingBefore'>;
  readonly burst: Pick<BurstLimits, 'take'>;
  readonly clock: Clock;
}

type NoParent = undefined;

/** Resolves domains and certificates: the same store and the same scans as over REST. */
export function domainResolvers(ports: DomainResolverPorts) {
  const { trackedDomains, clock } = ports;
  return {
    Query: {
      domain: async (
        _parent: NoParent,
        { domain }: { domain: string },
        { domains }: GraphqlContext,
      ): Promise<DomainView | null> => {
        const known = await domains.load(scanTarget(domain));
        return known === null ? null : domainView(known);
      },
      domains: async (_parent: NoParent, page: { limit: number; offset: number }): Promise<DomainView[]> => {
        bounded('limit', page.limit, 1, mostItems);
        bounded('offset', page.offset, 0, Number.MAX_SAFE_INTEGER);
        return (await trackedDomains.list(page)).domains.map(domainView);
      },
      searchDomains: async (
        _parent: NoParent,
        { query, limit }: { query: string; limit: number },
      ): Promise<DomainView[]> => {
        bounded('limit', limit, 1, mostItems);
        const text = searchText(query);
        return text === undefined ? [] : (await trackedDomains.search(text, limit)).domains.map(domainView);
      },
      certificate: async (
        _parent: NoParent,
        { domain }: { domain: string },
        { domains }: GraphqlContext,
      ): Promise<CertificateView | null> => {
        const known = await domains.load(scanTarget(domain));
        return known === null ? null : certificateView(known, clock.now());
      },
      expiringCertificates: async (
        _parent: NoParent,
        { days }: { days: number },
      ): Promise<ExpiringCertificateView[]> => {
        bounded('days', days, 0, mostDays);
        const now = clock.now();
        const end = new Date(now + days * dayMilliseconds);
        const known = await trackedDomains.certificatesEndingBefore(end, mostItems);
        return known.flatMap((entry) => expiringCertificateView(entry, now) ?? []);
      },
    },
    Domain: {
      /** Only if it is asked for, and then for all domains of the answer in one question. */
      dnsRecords: async (
        { domain }: DomainView,
        _parameters: unknown,
        { domains }: GraphqlContext,
      ): Promise<DnsRecord[] | null> => {
        const known = await domains.load(domain);
        return known === null ? null : dnsRecords(known.parts);
      },
    },
    Mutation: {
      scanDomain: async (
        _parent: NoParent,
        { domain, checkSsl }: { domain: string; checkSsl: boolean },
        { caller, signal, domains }: GraphqlContext,
      ): Promise<{ success: boolean; domain: DomainView | null }> => {
        ports.burst.take(caller, scanCost);
        const request = { domain, checkSsl, advanced: false, expert: false, refresh: false };
        const { answer } = await scanDomain(request, { caller, signal }, ports);
        const known = await domains.clear(answer.domain).load(answer.domain);
        return { success: true, domain: known === null ? null : domainView(known) };
      },
    },
  };
}

function bounded(name: string, value: number, least: number, most: number): void {
  if (value < least || value > most) throw new InvalidInput(name, `"${name}" is from ${least} to ${most}.`);
}
