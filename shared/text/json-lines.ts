/** A JSON path leads to a value in a document: names of members, and places in arrays from 0. */
export type JsonPath = readonly (string | number)[];

/**
 * Finds the line, from 1, on which the value at a path begins; if the path leads nowhere, the line of the last value on
 * it. `text` is JSON that JSON.parse takes.
 */
export function lineOfPath(text: string, path: JsonPath): number {
  return lineAt(text, offsetOf(text, path));
}

/** Finds the line, from 1, of a place in a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function offsetOf(text: string, path: JsonPath): number {
  let at = skipSpace(text, 0);
  for (const step of path) {
    const next = stepInto(text, at, step);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** Where a member's value, or an element, begins; the last of several members of one name counts, as for JSON.parse. */
function stepInto(text: string, start: number, step: string | number): number | undefined {
  const opening = text[start];
  if (opening !== '{' && opening !== '[') return undefined;
  let found: number | undefined;
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index++) {
    let name: string | number = index;
    if (opening === '{') {
      const end = endOfValue(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      // Past the colon.
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (name === step) found = at;
    at = skipSpace(text, endOfValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

/** Past the value that begins there. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth--;
    } else {
      if (depth === 0 && (character === ',' || isSpace(character))) return at;
      continue;
    }
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text[at]!)) at++;
  return at;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}
