import type { ScanError } from '../../ports/finding.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import type { DetectedTechnology } from '../../ports/web-page.ts';
import { askRecords, errorsOf } from '../ask-records.ts';
import type { FingerprintEvidence } from '../fingerprint/domain-fingerprint-result.ts';
import { gatherEvidence } from '../fingerprint/gather-evidence.ts';
import { servicesOf } from '../services/scan-services.ts';
import { iconsOf, iconUrls } from '../site/icons-of-site.ts';
import { certificateOf, siteSession } from '../site/site-certificate.ts';
import { type SiteVisit, visitDomain, visitPage } from '../site/visit-site.ts';
import type { TechStackResult } from './tech-stack-result.ts';

const categories: Readonly<Record<FingerprintEvidence['role'], string>> = {
  dns: 'DNS providers',
  cdn: 'CDN',
  hosting: 'Hosting',
  mail: 'Email',
};
const subcategories: Readonly<Record<string, string>> = {
  certificates: 'Certificate authorities',
  collaboration: 'Collaboration',
  commerce: 'Commerce',
  development: 'Development',
  hosting: 'Hosting',
  mail: 'Email',
  marketing: 'Marketing',
  monitoring: 'Monitoring',
  search: 'Search',
  security: 'Security',
  social: 'Social',
  software: 'Software',
  storage: 'Storage',
  support: 'Support',
};

export interface TechnologyTarget {
  /** In stored form. */
  readonly domain: string;
  /** A page of it; its site over https, or else http, if absent. */
  readonly url?: string | undefined;
}

/** Finds the technologies of a site by its DNS, its headers, one page and its icons. `source` goes into errors. */
export async function lookAtTechnologies(
  { domain, url }: TechnologyTarget,
  ports: ScanPorts,
  source: string,
): Promise<{ readonly result: TechStackResult; readonly errors: readonly ScanError[] }> {
  const [visited, texts] = await Promise.all([
    url === undefined ? visitDomain(domain, ports, source) : visitPage(url, ports, source),
    askRecords(domain, 'TXT', ports, source),
  ]);
  const visit = 'code' in visited ? undefined : visited;
  const [{ evidence, errors, records }, page] = await Promise.all([
    gatherEvidence(domain, ports, visit?.headers ?? {}),
    visit === undefined ? undefined : lookAtPage(visit, ports),
  ]);
  const dns = { ...records, TXT: texts.records.map(({ text }) => unquoted(text)) };
  const {
    technologies: seen,
    partial,
    rules,
  } = await ports.pages.detect(
    {
      url: visit?.url ?? null,
      headers: visit?.headers ?? {},
      setCookies: visit?.setCookies ?? [],
      html: visit?.html ?? '',
      dns,
      icons: page?.icons ?? [],
      certificateIssuer: page?.certificate?.issuer ?? null,
    },
    ports.signal,
  );
  const services = servicesOf(domain, texts.records).map(
    ({ provider, category, record }): DetectedTechnology => ({
      name: provider,
      category: 'Third-party services',
      subcategory: subcategories[category] ?? null,
      version: null,
      confidence: 90,
      evidence: `TXT ${record.slice(0, 200)}`,
      website: '',
    }),
  );
  const told = distinct([...seen, ...(page?.protocols ?? []), ...ofProviders(evidence), ...services]);
  const unvisited = 'code' in visited ? visited : visited.secureFailure;
  const failed = [...errors, ...errorsOf([texts]), ...(unvisited === undefined ? [] : [unvisited])];
  return {
    result: {
      technologies: told.length === 0 && failed.length > 0 ? null : told,
      site: visit === undefined ? null : { ...summaryOf(visit), title: page?.title ?? null },
      certificate: page?.certificate ?? null,
      partial: partial || (visit?.cut ?? null),
      rules,
    },
    errors: failed.map((error) => ({ ...error, source })),
  };
}

async function lookAtPage(visit: SiteVisit, ports: ScanPorts) {
  const facts = await ports.pages.read(visit.html, ports.signal);
  const [session, icons] = await Promise.all([
    siteSession(visit.url, visit.address, ports),
    iconsOf(iconUrls(facts, visit.url), ports),
  ]);
  return {
    title: facts.title,
    icons,
    certificate: certificateOf(session, ports.clock.now()),
    protocols: session?.alpn === 'h2' ? [http2] : [],
  };
}

const http2: DetectedTechnology = {
  name: 'HTTP/2',
  category: 'Protocols',
  subcategory: null,
  version: null,
  confidence: 100,
  evidence: 'ALPN h2',
  website: 'https://www.rfc-editor.org/rfc/rfc9113',
};

function summaryOf({ url, status, address, redirects }: SiteVisit) {
  return { url, status, address, redirects };
}

function ofProviders(evidence: readonly FingerprintEvidence[]): DetectedTechnology[] {
  return evidence.map(({ provider, role, source, value, confidence }) => ({
    name: provider,
    category: categories[role],
    subcategory: null,
    version: null,
    confidence: Math.round(confidence * 100),
    evidence: `${source} ${value}`.slice(0, 250),
    website: '',
  }));
}

/** Strings of a record as they read together. */
function unquoted(text: string): string {
  return text.replaceAll(/" "|^"|"$/g, '');
}

/** Each technology once in its category: with a version if one is told, by the surest evidence. */
function distinct(technologies: readonly DetectedTechnology[]): DetectedTechnology[] {
  const weight = ({ version, confidence }: DetectedTechnology) => confidence + (version === null ? 0 : 1_000);
  const groups = Map.groupBy(technologies, ({ name, category }) => `${category}\n${name}`);
  return [...groups.values()]
    .map((same) => {
      const best = same.toSorted((one, other) => weight(other) - weight(one))[0]!;
      return best.website === ''
        ? { ...best, website: same.find((one) => one.website !== '')?.website ?? '' }
        : best;
    })
    .toSorted(
      (one, other) => one.category.localeCompare(other.category) || one.name.localeCompare(other.name),
    );
}
