import { parsePolicy } from '../../protocols/web/content-security-policy.ts';
import { alertsOf, type QualityAlert } from './quality-alert.ts';
import { type QualityFacts, writtenPolicy } from './site-facts.ts';

const transport = alertsOf('transport');
const framed = /^(?:i?frame|object|embed)$/;

/** Judges what a page over https loads over http, and where it sends forms. */
export function judgeMixedContent(facts: QualityFacts): QualityAlert[] {
  const { visit, page } = facts;
  const isSecure = visit.url.startsWith('https:');
  const upgrades = parsePolicy(writtenPolicy(facts) ?? '')?.upgrades === true;
  const base = URL.parse(page.base ?? '', visit.url)?.href ?? visit.url;
  const plain = (urls: readonly string[]) =>
    urls.flatMap((url) => {
      const target = URL.parse(url, base);
      return target?.protocol === 'http:' ? [target.href] : [];
    });
  const ofTags = (chosen: (tag: string) => boolean) =>
    page.resources.filter(({ tag }) => chosen(tag)).map(({ url }) => url);
  const active = [
    ...page.scripts.map(({ url }) => url),
    ...page.links.filter(({ rel }) => /(?:^| )stylesheet(?: |$)/.test(rel)).map(({ href }) => href),
    ...ofTags((tag) => framed.test(tag)),
  ];
  const forms = ofTags((tag) => tag === 'form');
  const mixed = (urls: readonly string[], what: string, does = 'loads') => {
    const bad = plain(urls);
    return {
      passed: isSecure ? bad.length === 0 || upgrades : null,
      message: !isSecure
        ? 'The page itself comes over http.'
        : bad.length === 0
          ? `The page ${does} no ${what} over http.`
          : `The page ${does} ${bad.length} ${what} over http${upgrades ? ', which its policy turns into https' : ''}.`,
      evidence: bad[0],
    };
  };
  return [
    transport('mixed_content', 'Mixed Content, blockable content', {
      ...mixed(active, 'scripts, styles or frames'),
      advice: 'Load them over https.',
      weight: 50,
    }),
    transport('mixed_content_images', 'Mixed Content, upgradeable content', {
      ...mixed(
        ofTags((tag) => tag !== 'form' && !framed.test(tag)),
        'images or media',
      ),
      advice: 'Load them over https.',
      weight: 10,
    }),
    transport('insecure_forms', 'Mixed Content, section 5', {
      ...mixed(forms, 'targets of forms', 'names'),
      ...(forms.length === 0 && { passed: null }),
      advice: 'Let forms be sent over https.',
      weight: 20,
    }),
  ];
}
