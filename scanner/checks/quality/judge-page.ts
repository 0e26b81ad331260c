import { alertsOf, type QualityAlert } from './quality-alert.ts';
import { isWholePage, type QualityFacts } from './site-facts.ts';

const html = 'HTML Living Standard';
const alert = alertsOf('page');
const largest = 1_024 * 1_024;
const longestTitle = 70;
const description = { least: 50, most: 160 };

/** Judges the page itself. */
export function judgePage(facts: QualityFacts): QualityAlert[] {
  const { visit, page, files } = facts;
  // What stands beyond what was read can't be missing.
  const absent = isWholePage(facts) ? false : null;
  const { title, lang } = page;
  const told = page.metas.find(({ name }) => name === 'description')?.content.trim();
  const charset =
    visit.mark ?? /charset=["']?([\w-]+)/i.exec(visit.headers['content-type'] ?? '')?.[1] ?? page.charset;
  const viewport = page.metas.find(({ name }) => name === 'viewport')?.content;
  const adapts = /(?:^|[,;\s])(?:width\s*=\s*device-width|initial-scale\s*=)/i.test(viewport ?? '');
  const [, largestScale] = /maximum-scale\s*=\s*([\d.]+)/i.exec(viewport ?? '') ?? [];
  // Texts have to grow to twice their size.
  const isZoomLocked = /user-scalable\s*=\s*(?:no|0)/i.test(viewport ?? '') || Number(largestScale) < 2;
  const icon = page.links.find(({ rel }) => /(?:^| )icon(?: |$)/.test(rel))?.href;
  const { favicon } = files;
  const hasIcon = icon !== undefined || (favicon?.status === 200 && !/^text\/html/i.test(favicon.type));
  const size = `${Math.round(visit.octets / 1_024)} KiB`;
  return [
    alert('page_title', `${html}, the title element`, {
      passed: title ? true : absent,
      message: title ? `The page has a title of ${[...title].length} characters.` : 'The page has no title.',
      evidence: title,
      advice: 'Give the page a title that says what it is about.',
      weight: 5,
    }),
    alert('title_length', 'Search engines cut longer titles', {
      passed: title ? [...title].length <= longestTitle : null,
      message: title ? `The title has ${[...title].length} characters.` : 'There is no title to measure.',
      advice: `Keep the title within ${longestTitle} characters.`,
      weight: 1,
    }),
    alert('meta_description', `${html}, standard metadata names`, {
      passed: told ? true : absent,
      message: told
        ? `The page has a description of ${told.length} characters.`
        : 'The page has no description.',
      evidence: told,
      advice: `Add a meta description of ${description.least} to ${description.most} characters.`,
      weight: 3,
    }),
    alert('character_encoding', `${html}, specifying the document's character encoding`, {
      passed: charset == null ? absent : /^utf-?8$/i.test(charset),
      message: charset == null ? 'The page names no character encoding.' : `The page is in ${charset}.`,
      evidence: charset,
      advice: 'Serve the page as UTF-8 and say so in the Content-Type header.',
      weight: 3,
    }),
    alert('doctype', `${html}, the DOCTYPE`, {
      passed: page.hasDoctype ? true : absent,
      message: page.hasDoctype
        ? 'The page has a DOCTYPE.'
        : 'The page has no DOCTYPE: browsers show it in quirks mode.',
      advice: 'Begin the page with <!DOCTYPE html>.',
      weight: 1,
    }),
    alert('viewport', 'CSS Viewport Module Level 1', {
      passed: viewport === undefined ? absent : adapts,
      message:
        viewport === undefined
          ? 'The page has no viewport meta.'
          : adapts
            ? 'The page has a viewport meta.'
            : 'The viewport meta does not take the width of the device.',
      evidence: viewport,
      advice: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
      weight: 4,
    }),
    alert('zoom', 'WCAG 2.2, success criterion 1.4.4', {
      passed: viewport === undefined ? null : !isZoomLocked,
      message: isZoomLocked ? 'The viewport forbids zooming.' : 'Nothing forbids zooming.',
      evidence: viewport,
      advice: 'Remove user-scalable=no and maximum-scale from the viewport meta.',
      weight: 2,
    }),
    alert('html_lang', 'WCAG 2.2, success criterion 3.1.1', {
      passed: lang ? isLanguageTag(lang) : absent,
      message: lang
        ? isLanguageTag(lang)
          ? `The page says that it is in "${lang.slice(0, 40)}".`
          : `The page says that it is in "${lang.slice(0, 40)}", which is no tag of a language (BCP 47).`
        : 'The page does not say which language it is in.',
      evidence: lang,
      advice: 'Set the lang attribute of the html element.',
      weight: 3,
    }),
    alert('page_size', 'A page of more than 1 MiB is slow on mobile networks', {
      passed: visit.octets > largest ? false : visit.cut ? null : true,
      message: visit.cut
        ? `The page has more than ${size}.`
        : `The page has ${size}, its compression undone.`,
      advice: 'Make the page smaller: move scripts, styles and images out of it.',
      weight: 3,
    }),
    alert('favicon', `${html}, link type "icon"`, {
      passed: hasIcon ? true : favicon === null ? null : absent,
      message: hasIcon
        ? 'The site has an icon.'
        : favicon === null
          ? 'The icon could not be asked for.'
          : 'The site has no icon.',
      evidence: icon ?? (hasIcon ? '/favicon.ico' : null),
      advice: 'Add /favicon.ico or a link of the type "icon".',
      weight: 1,
    }),
  ];
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text.trim().slice(0, 100)).length === 1;
  } catch {
    return false;
  }
}
