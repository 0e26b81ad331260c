export interface WhoisEntry {
  /** In lower case. */
  readonly key: string;
  readonly value: string;
}

const mostLines = 2_000;
const longestLine = 500;
const longestKey = 60;

/**
 * The lines of an answer that have the form of a key and a value: `key: value`, `[key] value`, and values on lines of their own that
 * stand further in below a key. Remarks and all else is left out.
 */
export function whoisEntries(text: string): WhoisEntry[] {
  const entries: WhoisEntry[] = [];
  let open: { readonly key: string; readonly indent: number } | undefined;
  for (const raw of text.split(/\r?\n/, mostLines)) {
    const line = raw.slice(0, longestLine).trimEnd();
    const indent = line.length - line.trimStart().length;
    const content = line.trimStart();
    if (content === '' || /^[%#;]/.test(content)) {
      open = undefined;
      continue;
    }
    const found = pair(content);
    if (found === undefined) {
      if (open !== undefined && indent > open.indent) entries.push({ key: open.key, value: content });
      else open = undefined;
    } else if (found.value === '') {
      open = { key: found.key, indent };
    } else {
      entries.push(found);
      if (open !== undefined && indent <= open.indent) open = undefined;
    }
  }
  return entries;
}

function pair(line: string): WhoisEntry | undefined {
  const [, bracketed, behind] = /^\[([^\]]{1,60})\]\s*(.*)$/.exec(line) ?? [];
  if (bracketed !== undefined) return { key: keyOf(bracketed), value: behind!.trim() };
  const at = line.indexOf(':');
  if (at <= 0 || at > longestKey || line.startsWith('//', at + 1)) return undefined;
  return { key: keyOf(line.slice(0, at)), value: line.slice(at + 1).trim() };
}

/** Some fill up with dots. */
function keyOf(text: string): string {
  return text
    .replace(/[.\s]+$/, '')
    .trim()
    .toLowerCase();
}
