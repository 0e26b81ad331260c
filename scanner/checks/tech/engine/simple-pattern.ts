import type { Match, Matcher } from './matcher.ts';

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'version'; readonly isOptional: boolean }
  | { readonly kind: 'boundary' }
  | { readonly kind: 'unscoped' };

/** Places at which a pattern is tried in one value: what is repeated more often is no technology. */
const mostTries = 64;
/** Numbers with dots between them, and a word such as `rc1`. Each step of it consumes, so that it takes one way only. */
const versionForm = /\d+(?:\.\d+)*(?:[-.]?(?:alpha|beta|rc|preview|dev|next|canary)(?:[-.]?\d+)*)?(?!\w)/iy;
const longestVersion = 40;

/**
 * Compiles a pattern of our own rules: text that is found whatever its case; `*` for anything, `{version}` for a
 * version, which may be absent with `{version?}`, `{b}` for the edge of a word, `{unscoped}` where no `@scope` stands before; `^` and `$` at their ends. They need no
 * regular expressions, so that no page can make them slow. Throws for what is none.
 */
export function simplePattern(text: string): Matcher {
  const isAnchored = text.startsWith('^');
  const isWhole = text.endsWith('$');
  const parts = partsOf(text.slice(isAnchored ? 1 : 0, isWhole ? -1 : undefined));
  const literals = parts.flatMap((part) => (part.kind === 'literal' ? part.text : []));
  const literal = literals.toSorted((one, other) => other.length - one.length)[0];
  return {
    literals: literal === undefined ? undefined : [literal],
    match: (value, lower) => {
      if (isAnchored) return matchAt(parts, 0, value, lower, 0, isWhole);
      let at = 0;
      for (let tries = 0; tries < mostTries; tries++) {
        const start = nextStart(parts, lower, at);
        if (start < 0) return undefined;
        const found = matchAt(parts, 0, value, lower, start, isWhole);
        if (found !== undefined) return found;
        at = start + 1;
        if (at > lower.length) return undefined;
      }
      return undefined;
    },
  };
}

function partsOf(text: string): Part[] {
  return text
    .split(/(\*|\{version\??\}|\{b\}|\{unscoped\})/)
    .filter((piece) => piece !== '')
    .map((piece): Part => {
      if (piece === '*') return { kind: 'any' };
      if (piece === '{version}') return { kind: 'version', isOptional: false };
      if (piece === '{version?}') return { kind: 'version', isOptional: true };
      if (piece === '{b}') return { kind: 'boundary' };
      if (piece === '{unscoped}') return { kind: 'unscoped' };
      if (/\{\w+\??\}/.test(piece))
        throw new Error(`"${piece}" is neither text nor one of the words in braces.`);
      return { kind: 'literal', text: piece.toLowerCase() };
    });
}

/** Where a pattern that is not anchored may begin next. */
function nextStart(parts: readonly Part[], lower: string, from: number): number {
  const first = parts.find(({ kind }) => kind !== 'boundary' && kind !== 'unscoped');
  if (first?.kind === 'literal') return lower.indexOf(first.text, from);
  return from <= lower.length ? from : -1;
}

/** Takes the first way through: `any` goes to the next place where the text that follows it stands, and no further. */
function matchAt(
  parts: readonly Part[],
  index: number,
  value: string,
  lower: string,
  start: number,
  isWhole: boolean,
): Match | undefined {
  let at = start;
  let version: string | null = null;
  for (let step = index; step < parts.length; step++) {
    const part = parts[step]!;
    if (part.kind === 'literal') {
      if (!lower.startsWith(part.text, at)) return undefined;
      at += part.text.length;
    } else if (part.kind === 'boundary') {
      if (isWord(lower.charCodeAt(at - 1)) && isWord(lower.charCodeAt(at))) return undefined;
    } else if (part.kind === 'unscoped') {
      if (lower[lower.lastIndexOf('/', at - 1) + 1] === '@') return undefined;
    } else if (part.kind === 'version') {
      versionForm.lastIndex = 0;
      const found = versionForm.exec(value.slice(at, at + longestVersion));
      if (found === null && !part.isOptional) return undefined;
      version = found?.[0] ?? version;
      at += found?.[0].length ?? 0;
    } else {
      const next = parts[step + 1];
      if (next === undefined) return { version };
      if (next.kind !== 'literal') {
        const place = lower.slice(at).search(/\d/);
        if (place < 0) return undefined;
        at += place;
      } else {
        const place = lower.indexOf(next.text, at);
        if (place < 0) return undefined;
        at = place;
      }
    }
  }
  return isWhole && at !== value.length ? undefined : { version };
}

function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 95;
}
