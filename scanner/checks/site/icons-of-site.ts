import { FetchError } from '../../ports/fetch.ts';
import { wholeBody } from '../../ports/fetched-body.ts';
import type { IconHashes, PageFacts } from '../../ports/web-page.ts';
import { iconHashes } from '../../protocols/web/icon-hashes.ts';
import type { SitePorts } from './visit-site.ts';

const mostIcons = 2;
const mostOctets = 256 * 1_024;
const iconTime = 3_000;

/**
 * Lists the addresses of a page's icons: the icons that the page names, and the one that browsers ask for without being
 * told.
 */
export function iconUrls(page: Pick<PageFacts, 'links'>, url: string): string[] {
  const named = page.links.filter(({ rel }) => /(?:^| )icon(?: |$)/.test(rel)).map(({ href }) => href);
  const urls = [...named, '/favicon.ico'].flatMap((href) => URL.parse(href, url) ?? []);
  return [...new Set(urls.filter(({ protocol }) => /^https?:$/.test(protocol)).map(String))].slice(
    0,
    mostIcons,
  );
}

/** Fetches the icons of a site and returns their hashes; an icon that cannot be fetched is left out. */
export async function iconsOf(urls: readonly string[], ports: SitePorts): Promise<IconHashes[]> {
  const icons = await Promise.all(urls.map((url) => iconOf(url, ports)));
  return icons.flatMap((icon) => icon ?? []);
}

async function iconOf(url: string, { fetch, signal }: SitePorts): Promise<IconHashes | undefined> {
  try {
    const { status, headers, body } = await fetch(url, {
      signal,
      maxBytes: mostOctets,
      milliseconds: iconTime,
    });
    const octets = await wholeBody({ body });
    const isPage = /^\s*text\/html/i.test(headers['content-type'] ?? '');
    return status === 200 && octets.length > 0 && !isPage ? iconHashes(url, octets) : undefined;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return undefined;
  }
}
