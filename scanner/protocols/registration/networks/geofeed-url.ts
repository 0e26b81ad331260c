const longestUrl = 1_000;

/** Reads where a network's places are published: `https://example.net/geofeed.csv`; RFC 9632 section 3 wants HTTPS. Null for all else. */
export function geofeedUrl(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > longestUrl) return null;
  const url = URL.parse(text.trim());
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null;
}

/** Reads the same of a remark: `Geofeed https://example.net/geofeed.csv`, as it stood before there was an attribute. */
export function geofeedInRemark(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  return geofeedUrl(/^\s{0,20}geofeed:?\s{1,20}(\S{1,1000})\s{0,20}$/i.exec(text)?.[1]);
}
