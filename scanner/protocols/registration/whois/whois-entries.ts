export interface WhoisEntry {
  /** In lower case. */
  readonly key: string;
  readonly value: string;
  /** The heading that it stands below, in lower case; empty where there is none. */
  readonly section: string;
}

const mostLines = 2_000;
const longestLine = 500;
const longestKey = 60;
/** Headings that some registries write without a colon. */
const bareHeadings =
  /^(?:name ?servers?|domain name ?servers|registrar|registrant|admin contact|technical contacts?)$/i;
/** The name of a host, with or without addresses behind it. */
const hostLine = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,20}\.?(?=\s|$)/i;

interface Heading {
  readonly key: string;
  readonly indent: number;
  /** Whether the line that follows may be its value wherever it begins. */
  readonly isNext: boolean;
}

/**
 * Reads the lines of an answer that have the form of a key and a value: `key: value`, `[key] value`, values on lines of
 * their own below a key, and names of hosts that go on below the first one. Remarks and all else is left out.
 */
export function whoisEntries(text: string): WhoisEntry[] {
  const entries: WhoisEntry[] = [];
  let section = '';
  let open: Heading | undefined;
  /** The last pair, whose value may go on. */
  let last: { readonly key: string; readonly indent: number } | undefined;
  for (const raw of text.split(/\r?\n/, mostLines)) {
    const line = raw.slice(0, longestLine).trimEnd();
    const indent = line.length - line.trimStart().length;
    const content = line.trimStart();
    if (content === '' || /^[%#;]/.test(content)) {
      [section, open, last] = ['', undefined, undefined];
      continue;
    }
    const isHost = hostLine.test(content);
    if (isHost && open !== undefined) {
      entries.push({ key: open.key, value: content, section });
      open = { ...open, isNext: false };
      continue;
    }
    if (isHost && last !== undefined && indent > last.indent) {
      entries.push({ key: last.key, value: content, section });
      continue;
    }
    const found = pair(content);
    if (found === undefined) {
      if (bareHeadings.test(content)) {
        section = content.toLowerCase();
        open = { key: section, indent, isNext: false };
      } else if (open !== undefined && (indent > open.indent || open.isNext)) {
        entries.push({ key: open.key, value: content, section });
        open = { ...open, isNext: false };
      } else open = undefined;
      continue;
    }
    if (found.value === '') {
      section = found.key;
      open = { key: found.key, indent, isNext: true };
      last = undefined;
    } else {
      entries.push({ ...found, section });
      last = { key: found.key, indent };
      if (open !== undefined && indent <= open.indent) open = undefined;
    }
  }
  return entries;
}

function pair(line: string): Omit<WhoisEntry, 'section'> | undefined {
  const [, bracketed, behind] = /^\[([^\]]{1,60})\]\s*(.*)$/.exec(line) ?? [];
  if (bracketed !== undefined) return { key: keyOf(bracketed), value: behind!.trim() };
  // `Record created on 2015-03-01 (UTC+8)`
  const [, what, when] = /^record (created|expires|last updated) on:?\s+(\S.{0,60})$/i.exec(line) ?? [];
  if (what !== undefined) return { key: keyOf(what), value: when!.replace(/\s*\([^)]*\)$/, '').trim() };
  const at = line.indexOf(':');
  if (at <= 0 || at > longestKey || line.startsWith('//', at + 1)) return undefined;
  return { key: keyOf(line.slice(0, at)), value: line.slice(at + 1).trim() };
}

/** Some fill up with dots, and some begin with stars. */
function keyOf(text: string): string {
  return text
    .replace(/[.\s]+$/, '')
    .replace(/^\*+\s*/, '')
    .trim()
    .toLowerCase();
}
