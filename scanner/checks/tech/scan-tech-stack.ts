import type { Scanner } from '../../ports/scanner.ts';
import { askRecords, errorsOf } from '../ask-records.ts';
import type { FingerprintEvidence } from '../fingerprint/domain-fingerprint-result.ts';
import { gatherEvidence } from '../fingerprint/gather-evidence.ts';
import { servicesOf } from '../services/scan-services.ts';
import { headerTechnologies } from './header-technologies.ts';
import type { DetectedTechnology, TechStackResult } from './tech-stack-result.ts';

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

/** Technologies that a domain's DNS and the headers of its site tell of; the page itself is not read here. */
export const techStackScanner: Scanner<TechStackResult> = {
  id: 'tech-stack',
  async scan(domain, ports) {
    const [{ evidence, headers, errors }, texts] = await Promise.all([
      gatherEvidence(domain, ports),
      askRecords(domain, 'TXT', ports, 'tech-stack'),
    ]);
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
    const told = distinct([...ofHeaders(headers ?? {}), ...ofProviders(evidence), ...services]);
    const failed = [...errors, ...errorsOf([texts])];
    return {
      result: { technologies: told.length === 0 && failed.length > 0 ? null : told },
      findings: [],
      errors: failed.map((error) => ({ ...error, source: 'tech-stack' })),
    };
  },
};

/** Technologies that the headers of an answer tell of; names of headers in lower case. */
export function ofHeaders(headers: Readonly<Record<string, string | undefined>>): DetectedTechnology[] {
  return headerTechnologies.flatMap(({ name, category, subcategory, website, header, value, confidence }) => {
    const written = headers[header]?.slice(0, 4_096);
    const found = written === undefined ? null : (value ?? /^/).exec(written);
    if (found === null) return [];
    return [
      {
        name,
        category,
        subcategory: subcategory ?? null,
        version: found[1] ?? null,
        confidence,
        evidence: `${header}: ${written!.slice(0, 200)}`,
        website,
      },
    ];
  });
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

/** Each technology once in its category: with a version where one is told, by the surest evidence. */
function distinct(technologies: readonly DetectedTechnology[]): DetectedTechnology[] {
  const weight = ({ version, confidence }: DetectedTechnology) => confidence + (version === null ? 0 : 1_000);
  const groups = Map.groupBy(technologies, ({ name, category }) => `${category}\n${name}`);
  return [...groups.values()]
    .map((same) => same.toSorted((one, other) => weight(other) - weight(one))[0]!)
    .toSorted(
      (one, other) => one.category.localeCompare(other.category) || one.name.localeCompare(other.name),
    );
}
