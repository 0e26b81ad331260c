import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { skeleton } from './confusables.ts';

export type Imitation = 'homograph' | 'typosquat' | 'combination';

const neighbours: Readonly<Record<string, string>> = {
  q: 'wa',
  w: 'qes',
  e: 'wrd',
  r: 'etf',
  t: 'ryg',
  y: 'tuh',
  u: 'yij',
  i: 'uok',
  o: 'ipl',
  p: 'ol',
  a: 'qsz',
  s: 'awdx',
  d: 'sefc',
  f: 'drgv',
  g: 'fthb',
  h: 'gyjn',
  j: 'hukm',
  k: 'jil',
  l: 'kop',
  z: 'asx',
  x: 'zsdc',
  c: 'xdfv',
  v: 'cfgb',
  b: 'vghn',
  n: 'bhjm',
  m: 'njk',
};
/** Bait words stand beside an imitated name. */
// biome-ignore format: a list reads better as a block than as a line a word.
const baitWords = [
  'secure', 'security', 'login', 'logon', 'signin', 'account', 'accounts', 'verify', 'verification', 'verified', 'confirm',
  'support', 'update', 'service', 'services', 'online', 'billing', 'invoice', 'pay', 'payment', 'payments', 'refund', 'help',
  'helpdesk', 'auth', 'sso', 'mfa', 'my', 'unlock', 'recovery', 'reset', 'password', 'alert', 'delivery', 'parcel', 'tracking',
  'customs', 'wallet', 'rewards', 'giveaway',
  // German, French, Spanish, Italian, Dutch.
  'sicherheit', 'anmeldung', 'konto', 'kunde', 'kunden', 'kundenservice', 'zahlung', 'rechnung', 'bestaetigung', 'verifizierung',
  'aktualisierung', 'paket', 'sendung', 'zoll', 'pushtan', 'securite', 'connexion', 'compte', 'facture', 'colis',
  'livraison', 'seguridad', 'cuenta', 'acceso', 'pago', 'factura', 'paquete', 'envio', 'sicurezza', 'accesso', 'cliente',
  'pagamento', 'pacco', 'veiligheid', 'inloggen', 'rekening', 'betaling', 'pakket',
];
export const bait = new RegExp(`^(?:${baitWords.join('|')})$`);

/** `NameImitations` knows the imitations of the watched names beforehand, so that looking one up costs next to nothing. */
export class NameImitations {
  readonly #watched: ReadonlySet<string>;
  readonly #skeletons = new Map<string, string>();
  readonly #typos = new Map<string, string>();
  readonly #labels = new Map<string, string>();

  /** `watched`: registrable domains. Labels under `shortestLabel` characters have no typos, only homographs. */
  constructor(watched: readonly string[], shortestLabel: number) {
    this.#watched = new Set(watched);
    for (const domain of watched) {
      const label = parse(domain).domainWithoutSuffix ?? domain;
      this.#skeletons.set(skeleton(label), domain);
      if (label.length < shortestLabel) continue;
      this.#labels.set(label, domain);
      for (const typo of typosOf(label)) if (typo !== label) this.#typos.set(typo, domain);
    }
  }

  get size(): number {
    return this.#watched.size;
  }

  /** Finds which watched name a registrable domain imitates, and how; undefined for the watched names themselves. */
  find(registrable: string, label: string): { imitation: Imitation; of: string } | undefined {
    if (this.#watched.has(registrable) || this.#labels.has(label)) return undefined;
    const shown = label.startsWith('xn--') ? domainToUnicode(label) : label;
    const typo = this.#typos.get(label);
    const twin = this.#skeletons.get(skeleton(shown));
    if (twin !== undefined && shown !== (parse(twin).domainWithoutSuffix ?? twin))
      return { imitation: 'homograph', of: twin };
    if (typo !== undefined) return { imitation: 'typosquat', of: typo };
    const parts = label.split('-');
    const base = parts.find((part) => this.#labels.has(part));
    if (base !== undefined && parts.some((part) => bait.test(part))) {
      return { imitation: 'combination', of: this.#labels.get(base)! };
    }
    return undefined;
  }
}

/** Makes all labels at one slip of the hand: left out, doubled, swapped, the key beside, a hyphen, another vowel. */
export function typosOf(label: string): Set<string> {
  const typos = new Set<string>();
  for (let at = 0; at < label.length; at++) {
    const before = label.slice(0, at);
    const character = label[at]!;
    const after = label.slice(at + 1);
    typos.add(before + after).add(before + character + character + after);
    if (after !== '') typos.add(before + after[0] + character + after.slice(1));
    for (const other of neighbours[character] ?? '') {
      typos
        .add(before + other + after)
        .add(before + other + character + after)
        .add(before + character + other + after);
    }
    if (at > 0) typos.add(`${before}-${character}${after}`);
    if ('aeiou'.includes(character)) for (const vowel of 'aeiou') typos.add(before + vowel + after);
  }
  return typos;
}
