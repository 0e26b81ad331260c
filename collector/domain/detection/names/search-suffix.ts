import { parse } from 'tldts';
import type { NameFacts } from './name-facts.ts';

const mostLabels = 2;
/** Longer labels of domains are data, which whoever carries some may put before a suffix of his own. */
const longestLabel = 24;
const options = { extractHostname: false, validateHostname: false, detectIp: false };

/**
 * Tells whether the part before a domain is a public name itself, `www.example.com` before `corp.example.org`:
 * resolvers on clients put their search suffixes behind names that they did not find (RFC 1535).
 */
export function carriesName(subdomain: string): boolean {
  if (isLocalCandidate(subdomain)) return true;
  let name = subdomain;
  // The suffix may lie some labels below the registrable domain.
  for (let labels = 0; labels <= mostLabels && name.includes('.'); labels++) {
    const { domain, domainWithoutSuffix, isIcann } = parse(name, options);
    if (domain !== null && isIcann === true && domainWithoutSuffix!.length <= longestLabel) return true;
    name = name.slice(0, name.lastIndexOf('.'));
  }
  return false;
}

/** Tells the same of a name's subdomain, worked out once for all who ask. */
export function hasNameWithin(facts: NameFacts): boolean {
  facts.carriesName ??= carriesName(facts.subdomain);
  return facts.carriesName;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const localCandidate = new RegExp(`^${uuid}\\.local(?:$|\\.)`);

/**
 * Tells whether the part before a domain is a candidate of WebRTC, a random UUID below `.local`: browsers name addresses so for
 * multicast DNS (draft-ietf-mmusic-mdns-ice-candidates), and resolvers on clients put search suffixes behind them.
 */
export function isLocalCandidate(subdomain: string): boolean {
  return subdomain.length >= 42 && localCandidate.test(subdomain);
}
