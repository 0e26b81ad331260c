import { parseTagList, tagValue } from '../tag-list.ts';

/** A BIMI assertion record (draft-brand-indicators-for-message-identification section 4.2). */
export interface BimiRecord {
  /** The logo; empty if the domain names none. */
  readonly location: string;
  /** Evidence for it; empty if there is none. */
  readonly authority: string;
  /** Both of them are there to be empty: the domain does not want to have an indicator (section 4.2.1). */
  readonly declined: boolean;
  /** The picture that is to be shown of senders that have one of their own, by avp=; `brand` if nothing is said. */
  readonly preference: 'brand' | 'personal';
  /** Each makes the record one that receivers must not use: they mend neither syntax nor letters (section 4.2). */
  readonly problems: readonly string[];
}

/** Tells whether a TXT record counts: it begins with the version, in these very letters. */
export function isBimiRecord(text: string): boolean {
  return /^v[ \t]*=[ \t]*BIMI1[ \t]*(?:;|$)/.test(text);
}

/** Reads a record that isBimiRecord() took. Unknown tags are ignored, as is an avp= that says nothing known. */
export function parseBimiRecord(text: string): BimiRecord {
  const { tags, broken, repeated } = parseTagList(text);
  const problems = [
    ...broken.map((part) => `"${part.slice(0, 40)}" is no tag.`),
    ...repeated.map((name) => `${name}= stands more than once.`),
  ];
  const location = tagValue(tags, 'l');
  const authority = tagValue(tags, 'a') ?? '';
  if (location === undefined) problems.push('There is no l=.');
  if (location === '' && authority !== '') problems.push('l= is empty, and a= is not.');
  for (const [name, uri] of Object.entries({ l: location ?? '', a: authority }))
    if (uri !== '' && !isHttps(uri)) problems.push(`${name}= is no single https: URI.`);
  if (location !== undefined && isHttps(location) && !/\.svgz?$/i.test(URL.parse(location)!.pathname))
    problems.push('l= does not end in .svg or .svgz.');
  return {
    location: location ?? '',
    authority,
    declined: problems.length === 0 && location === '',
    preference: tagValue(tags, 'avp') === 'personal' ? 'personal' : 'brand',
    problems: problems.slice(0, 50),
  };
}

/** Commas must be encoded within a URI (section 4.2): one that stands there was meant to begin another. */
function isHttps(text: string): boolean {
  return /^https:\/\/[\x21-\x2b\x2d-\x7e]+$/i.test(text) && URL.parse(text)?.protocol === 'https:';
}
