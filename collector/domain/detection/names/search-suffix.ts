import { parse } from 'tldts';

const mostLabels = 2;
const options = { extractHostname: false, validateHostname: false, detectIp: false };

/**
 * Tells whether the part before a domain is a public name itself, `www.example.com` before `corp.example.org`:
 * resolvers on clients put their search suffixes behind names that they did not find (RFC 1535).
 */
export function carriesName(subdomain: string): boolean {
  let name = subdomain;
  // The suffix may lie some labels below the registrable domain.
  for (let labels = 0; labels <= mostLabels && name.includes('.'); labels++) {
    const { domain, isIcann } = parse(name, options);
    if (domain !== null && isIcann === true) return true;
    name = name.slice(0, name.lastIndexOf('.'));
  }
  return false;
}
