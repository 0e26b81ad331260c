import { plainLetters } from './material.ts';

/** Languages written in Latin letters that the model learns, and those that it never sees. */
const taught = 'fi tr vi et is sw id lv cy sq hr ro lt sk da ga ca ms az so zu mt yo'.split(' ');
const untaught = 'hu cs eu sl nb gl fil uz af mi ha lb'.split(' ');

export interface LocaleWords {
  readonly locale: string;
  readonly taught: boolean;
  readonly words: readonly string[];
}

/**
 * Gathers words of languages for which there is no dictionary at hand, out of the Unicode CLDR that comes with Node.js:
 * names of countries, currencies, scripts, months and days. Few for each language, but in its own letters and endings.
 */
export function localeWords(): LocaleWords[] {
  return [...taught, ...untaught].map((locale) => ({
    locale,
    taught: taught.includes(locale),
    words: wordsOf(locale),
  }));
}

function wordsOf(locale: string): string[] {
  const words = new Set<string>();
  const add = (text: string | undefined): void => {
    for (const word of text?.split(/[^\p{L}\p{M}]+/u) ?? []) {
      const plain = plainLetters(word.toLowerCase());
      if (/^[a-z]{4,16}$/.test(plain)) words.add(plain);
    }
  };
  for (const type of ['region', 'currency', 'script'] as const) {
    const names = new Intl.DisplayNames(locale, { type, fallback: 'none' });
    for (const code of codes[type]) add(names.of(code));
  }
  for (let month = 0; month < 12; month++) {
    const date = new Date(Date.UTC(2024, month, month + 1));
    add(date.toLocaleDateString(locale, { month: 'long', weekday: 'long', timeZone: 'UTC' }));
  }
  return [...words];
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = {
  region: letters.flatMap((first) => letters.map((second) => first + second)),
  currency: Intl.supportedValuesOf('currency'),
  script:
    `Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hans Hant Hebr Jpan Khmr Knda Laoo Latn Mlym Mong Mymr
    Orya Sinh Taml Telu Thaa Thai Tibt`.split(/\s+/),
};
