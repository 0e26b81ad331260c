import { ServiceBindingError } from './service-binding-error.ts';

const grammar = 'RFC 9460 appendix A; RFC 1035 section 5.1';

/**
 * Cuts a line of a zone file at its spaces; those within quotes are kept, and so are the quotes and escapes. Ends at a comment.
 */
export function splitFields(text: string): string[] {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\') {
      field += character + (text[at + 1] ?? '');
      at++;
    } else if (character === '"') {
      quoted = !quoted;
      field += character;
    } else if (!quoted && character === ';') break;
    else if (!quoted && /[\s()]/.test(character)) {
      if (field !== '') fields.push(field);
      field = '';
    } else field += character;
  }
  if (quoted) throw new ServiceBindingError('bad_text', 'A quote is not closed.', grammar);
  if (field !== '') fields.push(field);
  return fields;
}

/** Reads the octets of a character-string: quotes around it are dropped, `\DDD` and `\X` undone. */
export function unescaped(text: string): Buffer {
  const quoted = text.startsWith('"');
  if (quoted && (text.length < 2 || !text.endsWith('"'))) throw broken();
  const octets = Buffer.from(quoted ? text.slice(1, -1) : text, 'utf8');
  const result: number[] = [];
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at]!;
    if (octet === 0x22) throw broken();
    if (octet !== 0x5c) {
      result.push(octet);
      continue;
    }
    const digits = octets.toString('latin1', at + 1, at + 4);
    if (/^[0-9]{3}$/.test(digits)) {
      if (Number(digits) > 255) throw broken();
      result.push(Number(digits));
      at += 3;
    } else {
      const next = octets[at + 1];
      if (next === undefined || (next >= 0x30 && next <= 0x39)) throw broken();
      result.push(next);
      at += 1;
    }
  }
  return Buffer.from(result);
}

function broken(): ServiceBindingError {
  return new ServiceBindingError('bad_text', 'A character-string is broken.', grammar);
}
