export interface WhoisEntry {
  /** In lower case. */
  readonly key: string;
  readonly value: string;
  /** The heading that it stands below, in lower case; empty if there is none. */
  readonly section: string;
  /** Counts what empty lines, remarks and new contacts part. */
  readonly block: number;
}

const mostLines = 2_000;
const longestLine = 500;
const longestKey = 150;
/** Headings that some registries write without a colon. */
const bareHeadings =
  /^(?:name ?servers?(?: in listed order)?|domain name ?servers|dns servers?|dnssec|registrar|registrant|holder|tech|owner contact|administrativ(?:e)? contact(?:\/agent)?|admin contact|technical contacts?|billing contact|organization using domain name)$/i;
/** Keys without a value that begin a section. All other such keys are just empty: `Registrant Phone Ext:`. */
const headings =
  /^(?:domain|domain information|domain status|(?:domain )?(?:registrant|holder|owner|titular)|admin|administrativ\w*|tech|technical|billing|zone|abuse|general|contact|contacto [\p{L} ]{1,30}|registrar|registrar technical|reseller|nservers|(?:domain )?name ?servers|domain servers|dns servers|keys|flags|dnssec|whois|whois server|disclaimer|relevant dates|registration status|additional info)(?: contacts?)?(?:\(s\))?(?: information)?$/u;
/** A heading in a remark: `% Registrar:`. */
const remarkHeading =
  /^%+ {0,3}((?:registrar|registrant|administrative|technical|billing)(?: contacts?)?) {0,3}:$/i;
/** Keys that begin what is said of somebody, or of somebody's name servers, also without an empty line before them. */
const beginning = new Set(['contact', 'personname', 'nic-hdl-br']);
/** The name of a host, with or without addresses behind it. */
const hostLine =
  /^(?:- )?([a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,20}\.?(?:[\s,[\]()]+[\da-f.:/]+)*)[\s,[\]()]*$/i;

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
  let block = 0;
  let open: Heading | undefined;
  /** Whether nothing stands below the last heading yet. */
  let isFresh = false;
  /** The first key of the block. */
  let firstKey = '';
  /** The last pair, whose value may go on. */
  let last: { readonly key: string; readonly indent: number } | undefined;
  const add = (key: string, value: string) => {
    if (entries.at(-1)?.block !== block) firstKey = key;
    entries.push({ key, value, section, block });
    isFresh = false;
  };
  for (const raw of text.split(/\r?\n/, mostLines)) {
    const line = raw.slice(0, longestLine).trimEnd();
    const indent = line.length - line.trimStart().length;
    const content = line.trimStart();
    if (/^[%#;]? ?[-=_]{3,}$/.test(content)) continue;
    const remarked = remarkHeading.exec(content)?.[1];
    if (remarked !== undefined) {
      block += 1;
      [section, open, last, isFresh] = [remarked.toLowerCase(), undefined, undefined, false];
      continue;
    }
    if (content === '' || /^[%#;]/.test(content)) {
      block += 1;
      last = undefined;
      // Some leave a line empty behind a heading.
      if (isFresh && content === '') {
        if (open !== undefined) open = { ...open, isNext: false };
        if (open?.key !== section) section = '';
        isFresh = false;
      } else [section, open, isFresh] = ['', undefined, false];
      continue;
    }
    const host = hostLine.exec(content)?.[1];
    if (host !== undefined && open !== undefined) {
      add(open.key, host);
      open = { ...open, isNext: false };
      continue;
    }
    if (host !== undefined && last !== undefined && indent > last.indent) {
      add(last.key, host);
      continue;
    }
    const found = pair(content);
    if (found === undefined) {
      if (bareHeadings.test(content)) {
        section = content.toLowerCase();
        open = { key: section, indent, isNext: false };
        isFresh = true;
      } else if (open !== undefined && (indent > open.indent || open.isNext)) {
        add(open.key, content);
        open = { ...open, isNext: false };
      } else open = undefined;
      continue;
    }
    if (found.value === '') {
      if (headings.test(found.key)) section = found.key;
      isFresh = true;
      open = { key: found.key, indent, isNext: true };
      last = undefined;
    } else {
      if (beginning.has(found.key) && !firstKey.startsWith('nic-hdl')) block += 1;
      add(found.key, found.value);
      last = { key: found.key, indent };
      if (open !== undefined && indent <= open.indent) open = undefined;
    }
  }
  return entries;
}

function pair(line: string): Pick<WhoisEntry, 'key' | 'value'> | undefined {
  const [, bracketed, behind] = /^(?:[a-z]\. ?)?\[([^\]]{1,60})\]\s*(.*)$/.exec(line) ?? [];
  if (bracketed !== undefined) return { key: keyOf(bracketed), value: behind!.trim() };
  // `Record created on 2015-03-01 (UTC+8)`, and `Registered on 1st March 2015 at 00:00:00.000`
  const [, what, when] =
    /^(?:record (?=[cel])|(?=reg))(created|expires|last updated|registered) on:?\s+(\S.{0,60})$/i.exec(
      line,
    ) ?? [];
  if (what !== undefined) return { key: keyOf(what), value: when!.trim() };
  const at = line.indexOf(':');
  if (at <= 0 || at > longestKey || line.startsWith('//', at + 1)) return undefined;
  return { key: keyOf(line.slice(0, at)), value: line.slice(at + 1).trim() };
}

/** Some fill up with dots, or with spaces within, and some begin with stars. */
function keyOf(text: string): string {
  return text
    .replace(/[.\s]+$/, '')
    .replace(/^\*+\s*/, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}
