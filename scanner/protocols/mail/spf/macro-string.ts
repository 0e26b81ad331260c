/** A macro part is a macro with its transformers (RFC 7208 section 7.1), or text. */
export type MacroPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `%%`, `%_`, `%-`: text that counts as a macro where a domain-spec must end in one. */
  | { readonly kind: 'escape'; readonly text: string }
  | {
      readonly kind: 'macro';
      readonly letter: MacroLetter;
      /** A letter in upper case: the value is to be URL-escaped. */
      readonly escaped: boolean;
      /** The number of right-most parts to keep; undefined for all. */
      readonly keep: number | undefined;
      readonly reversed: boolean;
      readonly delimiters: string;
    };

export type MacroLetter = 's' | 'l' | 'o' | 'd' | 'i' | 'p' | 'h' | 'c' | 'r' | 't' | 'v';

const escapes: Readonly<Record<string, string>> = { '%': '%', _: ' ', '-': '%20' };
const macro = /^([slodiphcrtv])([0-9]*)(r?)([.\-+,/_=]*)\}/i;
/** Longer than any expansion needs: the whole macro is at most so long. */
const maxMacro = 64;

/**
 * Reads a macro-string; undefined if it is invalid. `spaces`: whether it may hold them, as an explanation does
 * (explain-string, RFC 7208 section 6.2).
 */
export function parseMacroString(text: string, { spaces }: { spaces: boolean }): MacroPart[] | undefined {
  if (!(spaces ? /^[\x20-\x7e]*$/ : /^[\x21-\x7e]*$/).test(text)) return undefined;
  const parts: MacroPart[] = [];
  let at = 0;
  while (at < text.length) {
    const percent = text.indexOf('%', at);
    const end = percent < 0 ? text.length : percent;
    if (end > at) parts.push({ kind: 'text', text: text.slice(at, end) });
    if (percent < 0) break;
    const read = readMacro(text, percent + 1);
    if (read === undefined) return undefined;
    parts.push(read.part);
    at = read.end;
  }
  return parts;
}

function readMacro(text: string, at: number): { part: MacroPart; end: number } | undefined {
  const next = text[at] ?? '';
  const literal = escapes[next];
  if (literal !== undefined) return { part: { kind: 'escape', text: literal }, end: at + 1 };
  if (next !== '{') return undefined;
  const found = macro.exec(text.slice(at + 1, at + 1 + maxMacro));
  if (found === null) return undefined;
  const [whole, letter = '', digits = '', reversed = '', delimiters = ''] = found;
  if (digits !== '' && Number(digits) === 0) return undefined;
  return {
    part: {
      kind: 'macro',
      letter: letter.toLowerCase() as MacroLetter,
      escaped: letter !== letter.toLowerCase(),
      keep: digits === '' ? undefined : Number(digits),
      reversed: reversed !== '',
      delimiters,
    },
    end: at + 1 + whole.length,
  };
}

/**
 * Reads a domain-spec (RFC 7208 section 7.1): a macro-string that ends in a macro, or in a dot and a top-level label which
 * is not all digits. `c`, `r` and `t` are for explanations only (section 7.2). Undefined if it is none.
 */
export function parseDomainSpec(text: string): MacroPart[] | undefined {
  const parts = parseMacroString(text, { spaces: false });
  const last = parts?.at(-1);
  if (parts === undefined || last === undefined) return undefined;
  if (parts.some((part) => part.kind === 'macro' && /[crt]/.test(part.letter))) return undefined;
  if (last.kind === 'text' && !endsInTopLabel(last.text)) return undefined;
  return parts;
}

function endsInTopLabel(text: string): boolean {
  const end = text.endsWith('.') ? text.length - 1 : text.length;
  const dot = text.lastIndexOf('.', end - 1);
  if (dot < 0) return false;
  const label = text.slice(dot + 1, end);
  if (!/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label)) return false;
  return /[^0-9]/.test(label);
}
