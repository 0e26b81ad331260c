const mostRules = 2_000;
const longestPath = 2_048;

interface Rule {
  readonly allows: boolean;
  readonly pattern: string;
}

/** A robots.txt says which paths of a site crawlers may read (RFC 9309). */
export class RobotsTxt {
  /** Addresses of sitemaps (sitemaps.org), in the order of the file. */
  readonly sitemaps: readonly string[];
  readonly #rules: readonly Rule[];

  /** Lines that are none are passed over. */
  constructor(text: string) {
    const sitemaps: string[] = [];
    const rules: Rule[] = [];
    // Several lines of agents in a row are of one group; groups of one agent count together (section 2.2.1).
    let isOfAll = false;
    let isNaming = false;
    for (const line of text.split(/\r\n?|\n/)) {
      const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
      const name = key.toLowerCase();
      const written = value.trim();
      if (name === 'user-agent') {
        isOfAll = (isNaming && isOfAll) || written === '*';
        isNaming = true;
      } else if (name === 'allow' || name === 'disallow') {
        isNaming = false;
        if (isOfAll && written !== '' && rules.length < mostRules)
          rules.push({ allows: name === 'allow', pattern: written.slice(0, longestPath) });
      } else if (name === 'sitemap' && written !== '' && sitemaps.length < 100) sitemaps.push(written);
    }
    this.sitemaps = sitemaps;
    this.#rules = rules;
  }

  /** Tells whether a crawler that no group names may read a path (with its query). */
  allows(path: string): boolean {
    const asked = path.slice(0, longestPath);
    let longest: Rule | undefined;
    for (const rule of this.#rules) {
      if (rule.pattern.length < (longest?.pattern.length ?? 0) || !matches(rule.pattern, asked)) continue;
      // The longest counts; of two that are equally long the one that allows (section 2.2.2).
      if (rule.pattern.length > (longest?.pattern.length ?? 0) || rule.allows) longest = rule;
    }
    return longest?.allows ?? true;
  }
}

/** Matches a path with a pattern in which `*` stands for anything and `$` for the end (section 2.2.3). */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...pieces] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  if (pieces.length === 0) return !isWhole || path.length === first.length;
  const last = isWhole ? pieces.pop()! : '';
  let at = first.length;
  for (const piece of pieces) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
