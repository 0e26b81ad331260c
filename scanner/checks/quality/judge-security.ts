import { parsePolicy } from '../../protocols/web/content-security-policy.ts';
import { alertsOf, type QualityAlert } from './quality-alert.ts';
import type { QualityFacts } from './site-facts.ts';

const alert = alertsOf('security');
/** Cookies by which somebody is known as signed in. */
const session = /sess|sid$|^sid|auth|token|jwt|login|csrf|xsrf/i;
const forScript = /csrf|xsrf/i;

/** Judges headers and cookies, with the weights of HTTP Observatory. */
export function judgeSecurity({ visit, page }: QualityFacts): QualityAlert[] {
  const { headers } = visit;
  const metaPolicy = page.metas.find(({ name }) => name === 'content-security-policy')?.content;
  const written = headers['content-security-policy'] ?? metaPolicy;
  const policy = written === undefined ? undefined : parsePolicy(written);
  const framing = headers['x-frame-options'];
  const isFramed = policy?.frameAncestors === true && headers['content-security-policy'] !== undefined;
  const options = headers['x-content-type-options'];
  const referrer = headers['referrer-policy'];
  return [
    alert('content_security_policy', 'CSP Level 3', {
      passed: policy !== undefined,
      message:
        policy === undefined ? 'There is no Content-Security-Policy.' : 'There is a Content-Security-Policy.',
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
    alert('x_frame_options', 'RFC 7034; CSP Level 3, frame-ancestors', {
      passed: isFramed || /^\s*(?:deny|sameorigin)\s*$/i.test(framing ?? ''),
      message: isFramed
        ? 'frame-ancestors says who may frame the page.'
        : framing === undefined
          ? 'Any site may show the page in a frame.'
          : `X-Frame-Options is "${framing.slice(0, 60)}".`,
      evidence: framing,
      advice: "Send Content-Security-Policy: frame-ancestors 'none' or X-Frame-Options: DENY.",
      weight: 20,
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
      passed:
        referrer === undefined
          ? null
          : !/unsafe-url|no-referrer-when-downgrade/i.test(referrer.split(',').at(-1)!),
      message:
        referrer === undefined
          ? "There is no Referrer-Policy: the browser's own applies."
          : `Referrer-Policy is "${referrer.slice(0, 60)}".`,
      evidence: referrer,
      advice: 'Send Referrer-Policy: strict-origin-when-cross-origin or a stricter one.',
      weight: 5,
    }),
    ...judgeCookies(visit.setCookies),
    judgeIntegrity(page, visit.url),
    alert('server_version', 'OWASP WSTG-INFO-02', {
      passed: !/\/\d|\d\.\d/.test(`${headers.server ?? ''} ${headers['x-powered-by'] ?? ''}`),
      message: 'What software the server names, and in which version.',
      evidence: [headers.server, headers['x-powered-by']].filter(Boolean).join(', ') || null,
      advice: 'Leave versions out of the Server and X-Powered-By headers.',
    }),
  ];
}

function judgeCookies(cookies: readonly string[]): QualityAlert[] {
  const read = cookies.map((cookie) => {
    const [pair = '', ...attributes] = cookie.split(';');
    const names = attributes.map((attribute) => attribute.split('=', 1)[0]!.trim().toLowerCase());
    const name = pair.split('=', 1)[0]!.trim();
    return {
      name,
      isSession: session.test(name),
      secure: names.includes('secure'),
      httpOnly: names.includes('httponly'),
      sameSite: names.includes('samesite'),
    };
  });
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ') || null;
  const open = read.filter(({ secure }) => !secure);
  const openSession = open.some(({ isSession }) => isSession);
  const readable = read.filter(
    ({ name, isSession, httpOnly }) => isSession && !httpOnly && !forScript.test(name),
  );
  const anywhere = read.filter(({ isSession, sameSite }) => isSession && !sameSite);
  const none = 'The page sets no cookies.';
  return [
    alert('cookies_secure', 'RFC 6265bis, the Secure attribute', {
      passed: read.length === 0 ? null : open.length === 0,
      message:
        read.length === 0 ? none : `${open.length} of ${read.length} cookies are sent without TLS too.`,
      evidence: named(open),
      advice: 'Set Secure for every cookie.',
      weight: openSession ? 40 : 20,
    }),
    alert('cookies_http_only', 'RFC 6265bis, the HttpOnly attribute', {
      passed: read.some(({ isSession }) => isSession) ? readable.length === 0 : null,
      message:
        readable.length > 0
          ? `Scripts can read ${readable.length} cookies of sessions.`
          : 'Scripts can read no cookie of a session.',
      evidence: named(readable),
      advice: 'Set HttpOnly for cookies of sessions.',
      weight: 30,
    }),
    alert('cookies_same_site', 'RFC 6265bis, the SameSite attribute', {
      passed: read.some(({ isSession }) => isSession) ? anywhere.length === 0 : null,
      message:
        anywhere.length > 0
          ? `${anywhere.length} cookies of sessions do not say when other sites may send them.`
          : 'Cookies of sessions say when other sites may send them.',
      evidence: named(anywhere),
      advice: 'Set SameSite=Lax or Strict for cookies of sessions.',
    }),
  ];
}

/** Scripts of other sites: over http anybody on the way may change them, and without a hash whoever serves them. */
function judgeIntegrity(page: QualityFacts['page'], base: string): QualityAlert {
  const own = new URL(base).hostname;
  const foreign = page.scripts.flatMap(({ url, hasIntegrity }) => {
    const target = URL.parse(url, base);
    return target !== null && target.hostname !== own && /^https?:$/.test(target.protocol)
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
  });
}
