import { FetchError } from '../../ports/fetch.ts';
import type { ScanError } from '../../ports/finding.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { decodeText } from '../../protocols/web/decode-body.ts';
import { RobotsTxt } from '../../protocols/web/robots-txt.ts';
import { mailboxesIn, readSecurityTxt } from '../../protocols/web/security-txt.ts';
import { askRecords } from '../ask-records.ts';
import { siteSession } from '../site/site-certificate.ts';
import type { SiteTarget } from '../site/site-target.ts';
import { visitDomain, visitPage } from '../site/visit-site.ts';
import { judgeAccessibility, judgeDelivery, judgeDiscovery } from './judge-delivery.ts';
import { judgeDns } from './judge-dns.ts';
import { judgePage } from './judge-page.ts';
import { judgeSecurity } from './judge-security.ts';
import { judgeTransport } from './judge-transport.ts';
import type { QualityAlert, QualityGroup } from './quality-alert.ts';
import { isPlainText, type QualityFacts, type SiteFile } from './site-facts.ts';

const source = 'quality';
const fileOctets = 64 * 1_024;
const fileTime = 5_000;

export interface QualityResult {
  /** Of the page that was judged; that was asked for if none could be had. */
  readonly url: string;
  readonly status: number | null;
  /** Empty if no page could be had: a network that is down says nothing of a page. */
  readonly alerts: readonly QualityAlert[];
  readonly score: QualityScore | null;
  readonly partial: boolean;
  /** Mailboxes in the site's own security.txt, if that is in force (RFC 9116). */
  readonly securityMailboxes: readonly string[];
  readonly errors: readonly ScanError[];
}

export interface QualityScore {
  /** 0 to 100: what is left of a hundred. */
  readonly points: number;
  /** The points that each alert took, the largest first. */
  readonly deductions: readonly { readonly check: string; readonly points: number }[];
  /** Of what could be told, by group: how many passed. */
  readonly groups: readonly {
    readonly group: QualityGroup;
    readonly passed: number;
    readonly told: number;
    readonly unknown: number;
  }[];
}

/** Judges one page and the site around it. What could not be asked for is told as unknown, and costs no points. */
export async function checkQuality(target: SiteTarget, ports: ScanPorts): Promise<QualityResult> {
  const { domain, url } = target;
  const visit =
    url === undefined ? await visitDomain(domain, ports, source) : await visitPage(url, ports, source);
  if ('code' in visit) {
    return {
      url: url ?? `https://${domain}/`,
      status: null,
      alerts: [],
      score: null,
      partial: false,
      securityMailboxes: [],
      errors: [visit],
    };
  }
  const base = new URL(visit.url);
  const host = base.hostname;
  const plainUrl = `http://${host}${base.pathname}`;
  const file = (path: string) => fetchFile(new URL(path, visit.url).href, ports);
  const robots = file('/robots.txt');
  const namedSitemap = robots.then((found) =>
    found !== null && isPlainText(found) ? (new RobotsTxt(found.text).sitemaps[0] ?? null) : null,
  );
  const sitemap = namedSitemap.then((named) =>
    file(named !== null && /^https?:\/\//i.test(named) && URL.canParse(named) ? named : '/sitemap.xml'),
  );
  const [page, session, plain, securityTxt, favicon, six, four, tlsa] = await Promise.all([
    ports.pages.read(visit.html, ports.signal),
    siteSession(visit.url, visit.address, ports),
    base.port !== '' && base.port !== '443' ? null : visitPage(plainUrl, ports, source, fileOctets),
    file('/.well-known/security.txt'),
    file('/favicon.ico'),
    askRecords(host, 'AAAA', ports, source),
    askRecords(host, 'A', ports, source),
    askRecords(
      `_${base.port || (base.protocol === 'https:' ? '443' : '80')}._tcp.${host}`,
      'TLSA',
      ports,
      source,
    ),
  ]);
  const facts: QualityFacts = {
    visit,
    page,
    session,
    plain: plain === null || 'code' in plain ? null : plain,
    plainRefused: plain !== null && 'code' in plain && plain.code === 'unreachable',
    files: {
      robots: await robots,
      sitemap: await sitemap,
      namedSitemap: await namedSitemap,
      securityTxt,
      favicon,
    },
    dns: {
      ipv6: six.error === undefined ? six.records.map(({ text }) => text) : null,
      dnssec: four.security ?? null,
      tlsa: tlsa.error === undefined ? tlsa.records : null,
      tlsaSecurity: tlsa.security ?? null,
    },
    now: ports.clock.now(),
  };
  const alerts = [
    ...judgePage(facts),
    ...judgeTransport(facts),
    ...judgeDns(facts),
    ...judgeSecurity(facts),
    ...judgeDelivery(facts),
    ...judgeDiscovery(facts),
    ...judgeAccessibility(facts),
  ];
  return {
    url: visit.url,
    status: visit.status,
    alerts,
    score: scoreOf(alerts),
    partial: page.partial || visit.cut,
    securityMailboxes: securityMailboxes(facts),
    errors: visit.secureFailure === undefined ? [] : [visit.secureFailure],
  };
}

/** Computes the score: each failed check takes its weight from a hundred; an unknown one takes nothing. */
export function scoreOf(alerts: readonly QualityAlert[]): QualityScore {
  const deductions = alerts
    .filter(({ passed, weight }) => passed === false && weight > 0)
    .map(({ check, weight }) => ({ check, points: weight }))
    .toSorted((one, other) => other.points - one.points);
  const lost = deductions.reduce((sum, { points }) => sum + points, 0);
  const groups = [...Map.groupBy(alerts, ({ group }) => group)].map(([group, own]) => ({
    group,
    passed: own.filter(({ passed }) => passed === true).length,
    told: own.filter(({ passed }) => passed !== null).length,
    unknown: own.filter(({ passed }) => passed === null).length,
  }));
  return { points: Math.max(0, 100 - lost), deductions, groups };
}

/** A file that came without TLS, or from another host, may be anybody's (RFC 9116 section 3). */
function securityMailboxes({ visit, files: { securityTxt: file }, now }: QualityFacts): string[] {
  if (file === null || !isPlainText(file)) return [];
  const place = new URL(file.url);
  if (place.protocol !== 'https:' || place.host !== new URL(visit.url).host) return [];
  const { contacts, expiresAt } = readSecurityTxt(file.text);
  return expiresAt === undefined || expiresAt <= now ? [] : mailboxesIn(contacts);
}

async function fetchFile(
  url: string,
  { fetch, signal }: Pick<ScanPorts, 'fetch' | 'signal'>,
): Promise<SiteFile> {
  try {
    const { status, headers, body, trace } = await fetch(url, {
      signal,
      maxBytes: fileOctets * 4,
      milliseconds: fileTime,
    });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      // Its beginning says what there is to say.
      if (size >= fileOctets) break;
    }
    const type = headers['content-type'] ?? '';
    return {
      status,
      type,
      text: decodeText(Buffer.concat(parts), type).slice(0, fileOctets),
      url: trace?.url ?? url,
    };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return null;
  }
}
