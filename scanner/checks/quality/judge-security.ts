import { getDomain } from 'tldts';
import { parsePolicy } from '../../protocols/web/content-security-policy.ts';
import { judgeCookies } from './judge-cookies.ts';
import { alertsOf, type QualityAlert } from './quality-alert.ts';
import { type QualityFacts, writtenPolicy } from './site-facts.ts';

const alert = alertsOf('security');
const knownPolicies = new Map([
  ...['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].map(
    (name) => [name, true] as const,
  ),
  ...['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade'].map(
    (name) => [name, false] as const,
  ),
]);

/** Judges headers and cookies, with the weights of HTTP Observatory. */
export function judgeSecurity(facts: QualityFacts): QualityAlert[] {
  const { visit, page } = facts;
  const { headers } = visit;
  const written = writtenPolicy(facts);
  const policy = written === undefined ? undefined : parsePolicy(written);
  const framing = sameValue(headers['x-frame-options']);
  // frame-ancestors counts in a header alone (CSP Level 3, section 3.3).
  const isFramed = parsePolicy(headers['content-security-policy'] ?? '')?.frameAncestors === true;
  const options = sameValue(headers['x-content-type-options']);
  const referrer = headers['referrer-policy'] ?? page.metas.find(({ name }) => name === 'referrer')?.content;
  const isSecure = visit.url.startsWith('https:');
  const resources = headers['cross-origin-resource-policy'];
  const software = ['server', 'x-powered-by', 'x-aspnet-version', 'x-aspnetmvc-version']
    .flatMap((name) => headers[name] || [])
    .join(', ');
  // `ECAcc (nyb/1D07)` names a node.
  const tellsVersion = /\/\d+(?!\w)|\d\.\d/.test(software);
  return [
    alert('content_security_policy', 'CSP Level 3', {
      passed: policy !== undefined,
      message:
        policy !== undefined
          ? 'There is a Content-Security-Policy.'
          : written !== undefined
            ? 'The Content-Security-Policy has no directive in it.'
            : headers['content-security-policy-report-only'] !== undefined
              ? 'There is no Content-Security-Policy but one that only reports.'
              : 'There is no Content-Security-Policy.',
      evidence: written,
      advice: "Begin with Content-Security-Policy: default-src 'self' and add what the page needs.",
      weight: 25,
    }),
    alert('content_security_policy_unsafe', 'CSP Level 3, section 6.7', {
      passed: policy === undefined ? null : !policy.isUnsafe,
      message:
        policy === undefined
          ? 'There is no policy to judge.'
          : policy.isUnsafe
            ? `The policy lets any script in: ${policy.unsafe}.`
            : 'The policy lets no script in that the site does not name.',
      evidence: policy?.isUnsafe ? written : null,
      advice: "Take 'unsafe-inline', data: and wildcards out of script-src; use nonces or hashes.",
      weight: 20,
    }),
    alert('content_security_policy_eval', "CSP Level 3, 'unsafe-eval'", {
      passed: policy === undefined ? null : !policy.allowsEval,
      message:
        policy === undefined
          ? 'There is no policy to judge.'
          : policy.allowsEval
            ? 'The policy lets scripts run text as a script.'
            : 'The policy lets no script run text as a script.',
      evidence: policy?.allowsEval ? written : null,
      advice: "Take 'unsafe-eval' out of script-src.",
      weight: policy?.isUnsafe ? 0 : 10,
    }),
    alert('content_security_policy_insecure', 'CSP Level 3; Mixed Content', {
      passed: policy === undefined || !isSecure ? null : policy.insecure === null,
      message:
        policy?.insecure == null
          ? 'The policy names no images or media over http.'
          : `The policy lets images or media come over http: ${policy.insecure.slice(0, 60)}.`,
      evidence: policy?.insecure ? written : null,
      advice: 'Name sources over https alone.',
      weight: policy?.isUnsafe ? 0 : 10,
    }),
    alert('x_frame_options', 'RFC 7034; CSP Level 3, frame-ancestors', {
      passed: isFramed || /^\s*(?:deny|sameorigin)\s*$/i.test(framing ?? ''),
      message: isFramed
        ? 'frame-ancestors says who may frame the page.'
        : framing === undefined
          ? 'Any site may show the page in a frame.'
          : `X-Frame-Options is "${framing.slice(0, 60)}".`,
      evidence: framing,
      advice: "Send Content-Security-Policy: frame-ancestors 'none' or X-Frame-Options: DENY.",
      // Browsers do not know ALLOW-FROM any more; HTTP Observatory takes nothing for it.
      weight: /^\s*allow-from\s/i.test(framing ?? '') ? 0 : 20,
    }),
    alert('x_content_type_options', 'Fetch Standard, X-Content-Type-Options', {
      passed: /^\s*nosniff\s*$/i.test(options ?? ''),
      message:
        options === undefined
          ? 'There is no X-Content-Type-Options.'
          : `X-Content-Type-Options is "${options.slice(0, 60)}".`,
      evidence: options,
      advice: 'Send X-Content-Type-Options: nosniff.',
      weight: 5,
    }),
    alert('referrer_policy', 'Referrer Policy', {
      passed: referrer === undefined ? null : (lastKnownPolicy(referrer) ?? false),
      message:
        referrer === undefined
          ? "There is no Referrer-Policy: the browser's own applies."
          : `Referrer-Policy is "${referrer.slice(0, 60)}".`,
      evidence: referrer,
      advice: 'Send Referrer-Policy: strict-origin-when-cross-origin or a stricter one.',
      weight: 5,
    }),
    alert('cross_origin_resource_policy', 'Fetch Standard, Cross-Origin-Resource-Policy', {
      passed:
        resources === undefined ? null : /^\s*(?:same-site|same-origin|cross-origin)\s*$/i.test(resources),
      message:
        resources === undefined
          ? 'There is no Cross-Origin-Resource-Policy.'
          : `Cross-Origin-Resource-Policy is "${resources.slice(0, 60)}".`,
      evidence: resources,
      advice: 'Send Cross-Origin-Resource-Policy: same-origin, same-site or cross-origin.',
      weight: 5,
    }),
    ...judgeCookies(facts),
    judgeIntegrity(page, visit.url),
    alert('server_version', 'OWASP WSTG-INFO-02', {
      passed: !tellsVersion,
      message: tellsVersion
        ? 'The server names its software with a version.'
        : 'The server names no version of its software.',
      evidence: software,
      advice: 'Leave versions out of the Server, X-Powered-By and X-AspNet-Version headers.',
    }),
  ];
}

/** A header that came more than once with one value is that value. */
function sameValue(value: string | undefined): string | undefined {
  const all = value?.split(',').map((one) => one.trim());
  return all !== undefined && new Set(all.map((one) => one.toLowerCase())).size === 1 ? all[0] : value;
}

/** Of several policies the last that is known counts (Referrer Policy section 4.1). Undefined if none is. */
function lastKnownPolicy(written: string): boolean | undefined {
  return written
    .toLowerCase()
    .split(',')
    .map((one) => knownPolicies.get(one.trim()))
    .findLast((one) => one !== undefined);
}

/** Hosts of one domain are one site: who serves the one serves the other. */
function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

/** Scripts of other sites: over http anybody on the way may change them, and without a hash whoever serves them. */
function judgeIntegrity(page: QualityFacts['page'], base: string): QualityAlert {
  const own = siteOf(new URL(base).hostname);
  const foreign = page.scripts.flatMap(({ url, hasIntegrity }) => {
    const target = URL.parse(url, base);
    return target !== null && siteOf(target.hostname) !== own && /^https?:$/.test(target.protocol)
      ? [{ url: target.href, hasIntegrity }]
      : [];
  });
  const bare = foreign.filter(({ hasIntegrity }) => !hasIntegrity);
  return alert('subresource_integrity', 'Subresource Integrity', {
    passed: foreign.length === 0 ? null : bare.length === 0,
    message:
      foreign.length === 0
        ? 'The page loads no scripts of other sites.'
        : `${bare.length} of ${foreign.length} scripts of other sites have no integrity.`,
    evidence: bare[0]?.url,
    advice: 'Give scripts of other sites the integrity attribute, or serve them yourself.',
    weight: 5,
  });
}
