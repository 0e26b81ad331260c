import { parseTagList, tagValue } from '../tag-list.ts';

/** A BIMI assertion record (draft-brand-indicators-for-message-identification section 4.2). */
export interface BimiRecord {
  /** The logo; empty where the domain declines. */
  readonly location: string;
  /** Evidence for it; empty where there is none. */
  readonly authority: string;
  readonly problems: readonly string[];
}

export function isBimiRecord(text: string): boolean {
  return /^v[ \t]*=[ \t]*BIMI1[ \t]*(?:;|$)/i.test(text);
}

/** Reads a record that isBimiRecord() took. */
export function parseBimiRecord(text: string): BimiRecord {
  const { tags, broken, repeated } = parseTagList(text);
  const problems = [
    ...broken.map((part) => `"${part.slice(0, 40)}" is no tag.`),
    ...repeated.map((name) => `${name}= stands more than once.`),
  ];
  const location = tagValue(tags, 'l');
  const authority = tagValue(tags, 'a') ?? '';
  if (location === undefined) problems.push('There is no l=.');
  for (const [name, uri] of Object.entries({ l: location ?? '', a: authority }))
    if (uri !== '' && !isHttps(uri)) problems.push(`${name}= is no https: URI.`);
  return { location: location ?? '', authority, problems: problems.slice(0, 50) };
}

function isHttps(text: string): boolean {
  return URL.parse(text)?.protocol === 'https:';
}
