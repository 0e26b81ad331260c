import { Lexer } from 'yaml';

/** The deepest nesting that is read; configurations have fewer than ten levels. */
export const deepestNesting = 48;

/** Marks of the lexer that stand for no text: the begin of a document, and of a scalar. */
const marks = new Set(['\u0002', '\u0018', '\u001f', '\ufeff']);

/** Words and signs of a text that is read, blanks among them. */
const mostLexemes = 100_000;

/** An excess is what of a text is more than is read, and where. */
export interface Excess {
  readonly code: 'too_deep' | 'too_large';
  readonly at: number;
}

/**
 * Tells where nesting gets deeper than is read, or the text too long, by its words alone: what builds the nodes calls itself for each level.
 * Undefined if it does not.
 */
export function findExcess(text: string): Excess | undefined {
  const indents: number[] = [];
  let flow = 0;
  let dashes = 0;
  let begins = true;
  let indent = 0;
  let at = 0;
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (marks.has(lexeme)) continue;
    if (lexeme.includes('\n')) {
      begins = true;
      indent = 0;
      dashes = 0;
    } else if (begins && /^\s+$/.test(lexeme)) indent = lexeme.length;
    else if (begins) {
      begins = false;
      while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop();
      indents.push(indent);
    }
    if (lexeme === '[' || lexeme === '{') flow++;
    else if ((lexeme === ']' || lexeme === '}') && flow > 0) flow--;
    else if (lexeme === '-' || lexeme === '?' || lexeme === ':') dashes++;
    if (flow + dashes + indents.length > deepestNesting) return { code: 'too_deep', at };
    if (++count > mostLexemes) return { code: 'too_large', at };
    at += lexeme.length;
  }
  return undefined;
}
