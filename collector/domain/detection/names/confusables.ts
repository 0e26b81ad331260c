import { finished, hashStart, textHash, withCharacter } from '../state/text-hash.ts';

/**
 * Characters that look like one of ASCII, and what they look like; chosen from what browsers' policies on
 * internationalised names treat as confusable, for scripts in which whole labels can be imitated.
 */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  ɑ: 'a',
  α: 'a',
  à: 'a',
  á: 'a',
  â: 'a',
  ã: 'a',
  ä: 'a',
  å: 'a',
  ā: 'a',
  ă: 'a',
  ą: 'a',
  ạ: 'a',
  Ь: 'b',
  ь: 'b',
  ƅ: 'b',
  с: 'c',
  ϲ: 'c',
  ç: 'c',
  ć: 'c',
  č: 'c',
  ċ: 'c',
  ԁ: 'd',
  ɗ: 'd',
  ď: 'd',
  đ: 'd',
  ḍ: 'd',
  е: 'e',
  є: 'e',
  ё: 'e',
  è: 'e',
  é: 'e',
  ê: 'e',
  ë: 'e',
  ē: 'e',
  ė: 'e',
  ę: 'e',
  ẹ: 'e',
  ƒ: 'f',
  ɡ: 'g',
  ġ: 'g',
  ğ: 'g',
  ģ: 'g',
  һ: 'h',
  ḥ: 'h',
  ħ: 'h',
  і: 'i',
  ї: 'i',
  ı: 'i',
  ì: 'i',
  í: 'i',
  î: 'i',
  ï: 'i',
  ī: 'i',
  į: 'i',
  ị: 'i',
  ι: 'i',
  ј: 'j',
  ĵ: 'j',
  к: 'k',
  κ: 'k',
  ķ: 'k',
  ḳ: 'k',
  ӏ: 'l',
  ł: 'l',
  ĺ: 'l',
  ļ: 'l',
  ľ: 'l',
  ḷ: 'l',
  м: 'm',
  ṃ: 'm',
  п: 'n',
  η: 'n',
  ñ: 'n',
  ń: 'n',
  ņ: 'n',
  ň: 'n',
  ṇ: 'n',
  о: 'o',
  ο: 'o',
  σ: 'o',
  ò: 'o',
  ó: 'o',
  ô: 'o',
  õ: 'o',
  ö: 'o',
  ø: 'o',
  ō: 'o',
  ő: 'o',
  ọ: 'o',
  օ: 'o',
  р: 'p',
  ρ: 'p',
  ԛ: 'q',
  г: 'r',
  ŕ: 'r',
  ř: 'r',
  ѕ: 's',
  ś: 's',
  ş: 's',
  š: 's',
  ș: 's',
  ṣ: 's',
  т: 't',
  τ: 't',
  ţ: 't',
  ť: 't',
  ț: 't',
  ṭ: 't',
  υ: 'u',
  ս: 'u',
  ù: 'u',
  ú: 'u',
  û: 'u',
  ü: 'u',
  ū: 'u',
  ů: 'u',
  ű: 'u',
  ų: 'u',
  ụ: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ѡ: 'w',
  ω: 'w',
  ŵ: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  ý: 'y',
  ÿ: 'y',
  ỵ: 'y',
  ź: 'z',
  ż: 'z',
  ž: 'z',
  ẓ: 'z',
  0: 'o',
  1: 'l',
  3: 'e',
  5: 's',
};

const plainLetters = /^[a-z-]*$/;
/** Nearly all plain labels have none of these, or but an i. */
const twins = /rn|vv|cl/;

/** Gives the shape of a label at a glance: labels with one skeleton may be taken for each other. */
export function skeleton(label: string): string {
  let result = '';
  if (plainLetters.test(label)) result = label;
  else
    for (const character of label.normalize('NFC').toLowerCase())
      result += lookalikes[character] ?? character;
  if (twins.test(result)) result = result.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');
  return result.includes('i') ? result.replaceAll('i', 'l') : result;
}

/** What characters of ASCII look like, by their codes; 0 for those of which a skeleton has to be made. */
const plainShapes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z0-9-]/.test(character) ? (lookalikes[character] ?? character).charCodeAt(0) : 0;
});
const [c, d, i, l, m, n, r, v, w] = Array.from('cdilmnrvw', (character) => character.charCodeAt(0));

/** Gives the `textHash` of a label's skeleton, without making it if the label is of plain characters, as nearly all are. */
export function skeletonHash(label: string): number {
  let hash = hashStart;
  for (let at = 0; at < label.length; at++) {
    const shape = plainShapes[label.charCodeAt(at)] ?? 0;
    if (shape === 0) return textHash(skeleton(label));
    const twin = at + 1 < label.length ? twinOf(shape, plainShapes[label.charCodeAt(at + 1)]) : undefined;
    if (twin !== undefined) at++;
    hash = withCharacter(hash, twin ?? (shape === i ? l! : shape));
  }
  return finished(hash);
}

/** The letter that two look like. */
function twinOf(first: number, second: number | undefined): number | undefined {
  if (first === r && second === n) return m;
  if (first === v && second === v) return w;
  return first === c && second === l ? d : undefined;
}
