import { defineFeed } from '../../define-feed.ts';
import { json, textOf } from '../../formats/json.ts';

const fields = [
  'vendorProject',
  'product',
  'vulnerabilityName',
  'dateAdded',
  'shortDescription',
  'requiredAction',
  'dueDate',
  'knownRansomwareCampaignUse',
  'notes',
] as const;

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}

/**
 * This feed has all fields of each vulnerability of the catalogue under `details`, named as the catalogue names them.
 */
export const cisaKev = defineFeed({
  id: 'cisa-kev',
  name: 'CISA known exploited vulnerabilities',
  type: 'cve',
  url: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  homepage: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  licence: 'Public domain',
  isDefault: true,
  format: json((element) => {
    const value = textOf(element, 'cveID');
    if (value === undefined) return undefined;
    const details = Object.fromEntries(fields.map((field) => [field, textOf(element, field) ?? null]));
    return {
      value,
      firstSeen: textOf(element, 'dateAdded'),
      description: textOf(element, 'vulnerabilityName'),
      details: { ...details, cwes: wordsOf(element.cwes) },
    };
  }, 'vulnerabilities'),
  kind: 'cve',
  threatType: 'exploited_vulnerability',
  severity: 'high',
  weight: 1,
});
