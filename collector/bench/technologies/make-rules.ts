import { numbered, type PseudoRandom } from '../pseudo-random.ts';

/** The public mix is the number of patterns that the largest public set has of each place, of those that need no browser. */
export const publicMix = {
  scriptSrc: 4_125,
  dom: 1_812,
  headers: 872,
  meta: 851,
  scripts: 793,
  cookies: 504,
  html: 434,
  dns: 168,
} as const;

type RulePlace = keyof typeof publicMix;

export interface MadeRules {
  /** In the widespread JSON format. */
  readonly document: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly patterns: number;
}

const onsets = 'b br c ch cl d dr f fl g gr h j k l m n p pl qu r s sh sl st t tr v w y z'.split(' ');
const vowels = 'a e i o u ai ea io oo'.split(' ');
const codas = ['', '', 'n', 'r', 's', 'l', 't', 'ck', 'x', 'm'];
const endings = ['ly', 'ify', 'io', 'hub', 'metrics', 'press', 'cart', 'chat', 'kit', '', '', ''];
const topLevels = ['com', 'io', 'net', 'co', 'app'];

/** Names a product that nobody makes. */
export function productName(number: number): string {
  const random = numbered(number, 1);
  const pick = (list: readonly string[]) => list[random.below(list.length)]!;
  const syllables = Array.from(
    { length: 2 + random.below(2) },
    () => pick(onsets) + pick(vowels) + pick(codas),
  );
  return syllables.join('') + pick(endings);
}

/** Gives the domain of a product's maker. */
export function productDomain(number: number): string {
  return `${productName(number)}.${topLevels[number % topLevels.length]}`;
}

/** Makes as many rules as are wanted, in the forms and the mix of the widespread set. */
export function makeRules(count: number): MadeRules {
  const document: Record<string, Record<string, unknown>> = {};
  const all = Object.values(publicMix).reduce((sum, one) => sum + one, 0);
  let patterns = 0;
  let number = 0;
  for (const [place, share] of Object.entries(publicMix) as [RulePlace, number][]) {
    const wanted = Math.round((count * share) / all);
    for (let index = 0; index < wanted; index++) {
      const product = number++;
      document[`${productName(product)} ${product}`] = {
        cats: [1 + (product % 60)],
        website: `https://${productDomain(product)}`,
        [place]: patternOf[place](product, numbered(product, 2)),
      };
      patterns++;
    }
  }
  return { document, patterns };
}

const patternOf: Readonly<Record<RulePlace, (number: number, random: PseudoRandom) => unknown>> = {
  scriptSrc: (number, random) => {
    const name = productName(number);
    const domain = escaped(productDomain(number));
    const forms = [
      `cdn\\.${domain}`,
      `${domain}/`,
      `\\.${domain}/.+\\.js`,
      `^https?://(?:www\\.|static\\.)?${domain}/`,
      `/${name}(?:\\.min)?\\.js`,
      `${name}[.-]([\\d.]*\\d)[^/]*\\.js\\;version:\\1`,
      `/([\\d.]+)/${name}(?:\\.min)?\\.js\\;version:\\1`,
      `/wp-content/plugins/${name}/.+?ver=(\\d+(?:\\.\\d+)+)\\;version:\\1`,
      `/wp-content/plugins/${name}-pro/`,
      `(?:cdn|static|assets)\\.${name}\\.(?:com|net)`,
      `(?:${name}|${name}-loader)\\.js(?:\\?ver=([\\d.]+))?\\;version:\\1`,
      `/js/(?:${name}|${productName(number + 50_000)})/`,
      `${name}@([\\d.]+)/dist/.+\\.js\\;version:\\1`,
    ];
    // One in eighty has no text of its own: character classes alone.
    return number % 80 === 0
      ? '/[a-z]{2}-[a-z]{2}/[a-f\\d]{20}\\.[a-z]+$'
      : forms[random.below(forms.length)];
  },
  dom: (number, random) => {
    const name = productName(number);
    const domain = productDomain(number);
    const forms: readonly unknown[] = [
      `link[href*='/wp-content/plugins/${name}/']`,
      `link[href*='${domain}']`,
      `a[href*='${domain}'][target='_blank']`,
      `img[src*='.${domain}']`,
      `iframe[src*='${domain}'], iframe[data-src*='${domain}']`,
      `div.${name}-widget`,
      `#${name}-root`,
      `div[class*='${name}_']`,
      `form[action*='${domain}']`,
      { [`#${name}-app`]: { exists: '' } },
      { [`script[id='${name}']`]: { attributes: { src: `ver=([\\d.]+)\\;version:\\1` } } },
      { [`link[href*='${name}']`]: { attributes: { href: `${name}\\.css\\?v=([\\d.]+)\\;version:\\1` } } },
      { 'a.btn': { attributes: { href: `\\.${escaped(domain)}/` } } },
    ];
    return forms[random.below(forms.length)];
  },
  headers: (number, random) => {
    const name = productName(number);
    const domain = escaped(productDomain(number));
    const forms = [
      { [`X-${name}-Version`]: '([\\d.]+)\\;version:\\1' },
      { [`X-${name}-Cache`]: '' },
      { Server: `^${name}(?:/([\\d.]+))?\\;version:\\1` },
      { 'X-Powered-By': `^${name}` },
      { 'Content-Security-Policy': `\\.${domain}` },
      { 'Content-Security-Policy': domain },
      { Link: `rel="?preconnect"?.+${domain}` },
      { Via: `${name}` },
    ];
    return forms[random.below(forms.length)];
  },
  meta: (number, random) => {
    const name = productName(number);
    const forms = [
      { generator: `^${name} ?v?([\\d.]+)?\\;version:\\1` },
      { generator: `${name}` },
      { generator: `^${name}(?: CMS| Engine)? ([\\d.]+)\\;version:\\1` },
      { [`${name}-verification`]: '' },
      { [`${name}:version`]: '([\\d.]+)\\;version:\\1' },
    ];
    return forms[random.below(forms.length)];
  },
  scripts: (number, random) => {
    const name = productName(number);
    const forms = [
      `window\\.${name}\\s*=`,
      `${name}\\.init\\(`,
      `cdn\\.${escaped(productDomain(number))}/`,
      `["']${name}["']\\s*:\\s*\\{[^}]*version["']?\\s*:\\s*["']([\\d.]+)\\;version:\\1`,
      `_${name}Settings`,
    ];
    return forms[random.below(forms.length)];
  },
  cookies: (number, random) => {
    const name = productName(number);
    return random.below(3) === 0 ? { [name]: '^[a-f\\d]{32}$' } : { [`_${name}_session`]: '' };
  },
  html: (number, random) => {
    const name = productName(number);
    const forms = [
      `<link[^>]+href=[^>]+${name}`,
      `<!-- (?:Powered|Built) (?:by|with) ${name}(?: v([\\d.]+))?\\;version:\\1`,
      `<div[^>]+id="${name}-`,
      `<[^>]+class="[^"]*\\b${name}\\b`,
      `(?:<a[^>]+href="[^"]*${escaped(productDomain(number))}|<img[^>]+${name})`,
    ];
    return number % 80 === 0 ? '<(?:b|i)[^>]+[a-f\\d]{40}[^>]*>' : forms[random.below(forms.length)];
  },
  dns: (number, random) => {
    const name = productName(number);
    return random.below(2) === 0 ? { TXT: `${name}-verification=` } : { MX: escaped(productDomain(number)) };
  },
};

function escaped(text: string): string {
  return text.replaceAll('.', '\\.');
}
