import { parseTagList, tagValue } from '../tag-list.ts';
import { trimSpace } from '../trim-space.ts';
import { type ReportUri, readReportUris } from './report-uri.ts';

export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof dmarcPolicies)[number];

/** A DMARC record is a policy record (RFC 9989 section 4.7). What a tag lacks or says wrongly has its default here. */
export interface DmarcRecord {
  readonly text: string;
  /** Undefined if the tag is absent, null if its value is none that there is. */
  readonly p: DmarcPolicy | null | undefined;
  readonly sp: DmarcPolicy | null | undefined;
  readonly np: DmarcPolicy | null | undefined;
  readonly adkim: 'r' | 's';
  readonly aspf: 'r' | 's';
  readonly fo: readonly string[];
  readonly psd: 'y' | 'n' | 'u';
  /** Test mode. */
  readonly t: boolean;
  readonly rua: readonly ReportUri[];
  readonly ruf: readonly ReportUri[];
  readonly problems: readonly DmarcSyntaxProblem[];
}

/** A DMARC syntax problem is a part of a record that receivers ignore. */
export interface DmarcSyntaxProblem {
  readonly code: 'unknown_tag' | 'removed_tag' | 'bad_value' | 'broken_tag' | 'tag_case';
  readonly tag: string;
  readonly message: string;
  readonly rule: string;
}

const format = 'RFC 9989 section 4.7';
const known = ['v', 'p', 'sp', 'np', 'adkim', 'aspf', 'fo', 'psd', 't', 'rua', 'ruf'];
/** Of RFC 7489, gone with RFC 9989. */
const removed = ['pct', 'rf', 'ri'];

/**
 * Tells whether a TXT record claims to be a DMARC record: the version comes first, in these very letters (RFC 9989
 * section 4.7).
 */
export function isDmarcRecord(text: string): boolean {
  return /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text);
}

/**
 * Reads a record that isDmarcRecord() took; undefined if a tag stands more than once, which makes the whole record
 * invalid (RFC 6376 section 3.2 gives the form).
 */
export function parseDmarcRecord(text: string): DmarcRecord | undefined {
  const { tags, broken, repeated } = parseTagList(text);
  if (repeated.length > 0) return undefined;
  const problems: DmarcSyntaxProblem[] = broken.map((part) => ({
    code: 'broken_tag',
    tag: part.slice(0, 40),
    message: part === '' ? 'An empty tag stands in it.' : `"${part.slice(0, 40)}" is no tag.`,
    rule: format,
  }));
  const choose = <Value extends string>(tag: string, values: readonly Value[]): Value | null | undefined => {
    const value = tagValue(tags, tag)?.toLowerCase();
    if (value === undefined) return undefined;
    const found = values.find((one) => one === value);
    if (found === undefined)
      problems.push({
        code: 'bad_value',
        tag,
        message: `${tag}=${value.slice(0, 40)} is none of ${values.join(', ')}.`,
        rule: format,
      });
    return found ?? null;
  };
  for (const { name } of tags.slice(1)) problems.push(...namedProblem(name));
  return {
    text,
    p: choose('p', dmarcPolicies),
    sp: choose('sp', dmarcPolicies),
    np: choose('np', dmarcPolicies),
    adkim: choose('adkim', ['r', 's']) ?? 'r',
    aspf: choose('aspf', ['r', 's']) ?? 'r',
    fo: readFailureOptions(tagValue(tags, 'fo'), problems),
    psd: choose('psd', ['y', 'n', 'u']) ?? 'u',
    t: choose('t', ['y', 'n']) === 'y',
    rua: readReportUris(tagValue(tags, 'rua')),
    ruf: readReportUris(tagValue(tags, 'ruf')),
    problems,
  };
}

function namedProblem(name: string): DmarcSyntaxProblem[] {
  if (known.includes(name)) return [];
  const lower = name.toLowerCase();
  if (removed.includes(lower))
    return [
      {
        code: 'removed_tag',
        tag: lower,
        message: `${lower}= is not in use any more.`,
        rule: 'RFC 9989 section 9.3',
      },
    ];
  if (known.includes(lower))
    return [
      {
        code: 'tag_case',
        tag: name,
        message: `${name}= is written ${lower}=; receivers may not see it.`,
        rule: format,
      },
    ];
  return [
    {
      code: 'unknown_tag',
      tag: name.slice(0, 40),
      message: `${name.slice(0, 40)}= is no tag of DMARC.`,
      rule: format,
    },
  ];
}

/** `0`, `1`, or `d` and `s` with a colon between them; each once. Lists of RFC 7489 are read as they were meant. */
function readFailureOptions(value: string | undefined, problems: DmarcSyntaxProblem[]): string[] {
  if (value === undefined) return ['0'];
  const options = value.split(':').map((option) => trimSpace(option).toLowerCase());
  if (options.every((option) => /^[01ds]$/.test(option)) && new Set(options).size === options.length)
    return options;
  problems.push({
    code: 'bad_value',
    tag: 'fo',
    message: `fo=${value.slice(0, 40)} is no list of 0, 1, d, s.`,
    rule: format,
  });
  return ['0'];
}
