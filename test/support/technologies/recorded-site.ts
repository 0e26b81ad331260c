import { readdir, readFile } from 'node:fs/promises';
import type { SiteEvidence } from '../../../scanner/ports/web-page.ts';

/** A recorded site is what a site of known software answered, and what it is truly made of. */
export interface RecordedSite {
  readonly name: string;
  /** Packages that it was recorded from; `written` if its page was written by hand, after documentation. */
  readonly from: string;
  readonly url?: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly page: string;
  /** What is there: its version, or null if none is to be had. */
  readonly technologies: Readonly<Record<string, string | null>>;
}

const folder = new URL('./sites/', import.meta.url);

/** Reads all recorded sites, by the name of their file. */
export async function recordedSites(): Promise<ReadonlyMap<string, readonly RecordedSite[]>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const files = names.map(
    async (name) =>
      [name, JSON.parse(await readFile(new URL(name, folder), 'utf8')) as RecordedSite[]] as const,
  );
  return new Map(await Promise.all(files));
}

/** Gives what a scan of a recorded site has to go by. */
export function evidenceOf({
  url,
  headers,
  cookies = [],
  page,
}: Omit<RecordedSite, 'technologies'>): SiteEvidence {
  return {
    url: url ?? 'https://site.example/',
    headers,
    setCookies: cookies,
    html: page,
    dns: {},
    icons: [],
    certificateIssuer: null,
  };
}
