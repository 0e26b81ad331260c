import { many } from '@sonde/shared/text/many.ts';
import { readStrictTransport } from '../tls/read-strict-transport.ts';
import { alertsOf, type QualityAlert } from './quality-alert.ts';
import { type QualityFacts, sixMonths } from './site-facts.ts';

const alert = alertsOf('security');
/** Cookies by which somebody is known as signed in: `PHPSESSID` and `auth`, not `sidebar` and `author`. */
const session = /sess|sid$|^sid(?![a-z])|auth(?!or)|token|jwt|login/i;
/** Those by which a form is known to be of the page: scripts may have to read them. */
const ofForms = /csrf|xsrf/i;

interface Cookie {
  readonly name: string;
  readonly isSession: boolean;
  readonly isOfForms: boolean;
  /** SameSite is there, and says nothing. */
  readonly isOddSite: boolean;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: boolean;
}

/** Judges the cookies that a browser keeps of the page. */
export function judgeCookies({ visit: { setCookies, headers, url }, now }: QualityFacts): QualityAlert[] {
  // A browser that knows HSTS of the host sends nothing without TLS.
  const { maxAge } = readStrictTransport(headers['strict-transport-security']);
  const isHeld = url.startsWith('https:') && (maxAge ?? 0) >= sixMonths;
  const read = keptCookies(setCookies, now);
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ') || null;
  const open = read.filter(({ secure }) => !secure);
  const openSession = open.some(({ isSession }) => isSession);
  const readable = read.filter(({ isSession, httpOnly }) => isSession && !httpOnly);
  const bound = read.filter(({ isSession, isOfForms, isOddSite }) => isSession || isOfForms || isOddSite);
  const anywhere = bound.filter(({ sameSite, isOddSite }) => !sameSite || isOddSite);
  const costsPoints = anywhere.some(({ isOfForms, isOddSite }) => isOfForms || isOddSite);
  const none = 'The page sets no cookies.';
  return [
    alert('cookies_secure', 'RFC 6265bis, the Secure attribute', {
      passed: read.length === 0 ? null : open.length === 0,
      message:
        read.length === 0
          ? none
          : open.length === 0
            ? 'No cookie is sent without TLS.'
            : `${many(open.length, 'cookie')} of ${read.length} may be sent without TLS.`,
      evidence: named(open),
      advice: 'Set Secure for every cookie.',
      weight: openSession ? (isHeld ? 10 : 40) : isHeld ? 5 : 20,
    }),
    alert('cookies_http_only', 'RFC 6265bis, the HttpOnly attribute', {
      passed: read.some(({ isSession }) => isSession) ? readable.length === 0 : null,
      message:
        readable.length > 0
          ? `Scripts can read ${many(readable.length, 'cookie')} of a session.`
          : 'Scripts can read no cookie of a session.',
      evidence: named(readable),
      advice: 'Set HttpOnly for cookies of sessions.',
      weight: 30,
    }),
    alert('cookies_same_site', 'RFC 6265bis, the SameSite attribute', {
      passed: bound.length > 0 ? anywhere.length === 0 : null,
      message:
        anywhere.length > 0
          ? `Of ${many(anywhere.length, 'cookie')} of sessions or forms nothing says when other sites may send them.`
          : 'Cookies of sessions and forms say when other sites may send them.',
      evidence: named(anywhere),
      advice: 'Set SameSite=Lax or Strict for cookies of sessions and forms.',
      weight: costsPoints ? 20 : 0,
    }),
  ];
}

/** Of cookies of one name, domain and path the last is kept, unless it only takes the others away (RFC 6265 section 5.3). */
function keptCookies(setCookies: readonly string[], now: number): Cookie[] {
  const kept = new Map<string, Cookie>();
  for (const written of setCookies) {
    const [pair = '', ...parts] = written.split(';');
    const name = pair.split('=', 1)[0]!.trim();
    const attributes = new Map(
      parts.map((part) => {
        const [attribute = '', ...value] = part.split('=');
        return [attribute.trim().toLowerCase(), value.join('=').trim()] as const;
      }),
    );
    const key = [name, attributes.get('domain'), attributes.get('path')].join('\n');
    const age = attributes.get('max-age');
    const isOver = age === undefined ? Date.parse(attributes.get('expires') ?? '') < now : Number(age) <= 0;
    kept.delete(key);
    if (isOver) continue;
    const site = attributes.get('samesite');
    kept.set(key, {
      name,
      isSession: session.test(name) && !ofForms.test(name),
      isOfForms: ofForms.test(name),
      isOddSite: site !== undefined && !/^(?:strict|lax|none)$/i.test(site),
      secure: attributes.has('secure'),
      httpOnly: attributes.has('httponly'),
      sameSite: site !== undefined,
    });
  }
  return [...kept.values()];
}
