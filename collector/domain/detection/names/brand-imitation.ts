import { domainToUnicode } from 'node:url';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { parse } from 'tldts';
import { textHash } from '../state/text-hash.ts';
import { skeleton, skeletonHash } from './confusables.ts';
import { cheapSuffixes } from './imitation-index.ts';
import { brandDomains } from './known/brands.ts';
import { mixedScripts } from './mixed-scripts.ts';
import { bait } from './name-imitations.ts';

/** A brand imitation states how a registrable domain imitates a well-known brand. */
export interface BrandImitation {
  readonly way: string;
  /** The brand's domain; null for a mixture of scripts that is like no brand. */
  readonly of: string | null;
  /** Characters of the brand's label. */
  readonly length: number;
  readonly severity: Severity;
  readonly isHomograph: boolean;
}

const shortestOfLetters = 6;
const labels = new Map(brandDomains.map((domain) => [parse(domain).domainWithoutSuffix!, domain]));
const skeletons = new Map([...labels].map(([label, domain]) => [skeleton(label), { label, domain }]));
const skeletonHashes = new Set([...skeletons.keys()].map(textHash));

/** Finds out whether a name's registrable domain imitates a brand. */
export function brandImitationOf({
  label,
  suffix,
}: {
  readonly label: string;
  readonly suffix: string;
}): BrandImitation | undefined {
  const isForeign = label.startsWith('xn--');
  const shown = isForeign ? domainToUnicode(label) : label;
  const twin = twinOf(shown);
  if (twin !== undefined && twin.label !== shown) {
    const severity = severityOf(shown);
    const { domain: of, label: brand } = twin;
    if (severity !== undefined)
      return { way: 'characters that look alike', of, length: brand.length, severity, isHomograph: true };
  }
  const scripts = isForeign ? mixedScripts(shown) : undefined;
  if (scripts !== undefined)
    return {
      way: `${scripts} in one label`,
      of: null,
      length: Number.POSITIVE_INFINITY,
      severity: 'low',
      isHomograph: true,
    };
  if (!label.includes('-')) return undefined;
  const parts = label.split('-');
  const found = firstBrandOf(parts);
  if (found === undefined) return undefined;
  const baits = parts.filter((part) => bait.test(part)).length;
  if (baits === 0) return undefined;
  return {
    way: 'a brand beside a bait word',
    of: found.domain,
    // Short labels are words and initials of others, too, but hardly beside two words of bait.
    length: baits > 1 ? Number.POSITIVE_INFINITY : found.label.length,
    severity: cheapSuffixes.test(suffix) ? 'medium' : 'low',
    isHomograph: false,
  };
}

interface Brand {
  readonly label: string;
  readonly domain: string;
}

/** The brand whose label looks like this one, or is the same. Hardly any label has one, and no skeleton is made of the others. */
function twinOf(label: string): Brand | undefined {
  return skeletonHashes.has(skeletonHash(label)) ? skeletons.get(skeleton(label)) : undefined;
}

function firstBrandOf(parts: readonly string[]): Brand | undefined {
  for (const part of parts) {
    const brand = brandOf(part);
    if (brand !== undefined) return brand;
  }
  return undefined;
}

/** The brand that a part between hyphens is, in disguise of digits, or with a number or `id` behind as in `microsoft365`. */
function brandOf(part: string): Brand | undefined {
  const plain = labelled(part);
  if (plain !== undefined) return plain;
  const shorter = part.replace(/(?:\d{1,4}|id|pay)$/, '');
  if (shorter.length < part.length) {
    const named = labelled(shorter);
    if (named !== undefined) return named;
  }
  return /\d/.test(part) ? twinOf(part) : undefined;
}

function labelled(label: string): Brand | undefined {
  const domain = labels.get(label);
  return domain === undefined ? undefined : { label, domain };
}

/** Other scripts deceive on purpose, digits and accents nearly so; short labels of plain letters are often other names. */
function severityOf(shown: string): Severity | undefined {
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(shown)) return 'high';
  if (/[^a-z]/.test(shown)) return 'medium';
  return shown.length >= shortestOfLetters ? 'medium' : undefined;
}
