import { trimSpace } from '../trim-space.ts';

export type MtaStsMode = 'enforce' | 'testing' | 'none';

/** An MTA-STS policy is a policy file (RFC 8461 section 3.2). What is null could not be read. */
export interface MtaStsPolicy {
  readonly mode: MtaStsMode | null;
  /** Seconds. */
  readonly maxAge: number | null;
  /** Lower case. */
  readonly patterns: readonly string[];
  /** Each makes the policy one that senders can't use. */
  readonly problems: readonly string[];
  /** Things that senders leave aside and that are not as they should be. */
  readonly notes: readonly string[];
}

/** The largest max_age is one year, the most that there may be. */
export const mostMaxAge = 31_557_600;
const mostPatterns = 200;

/**
 * Reads a policy; lines end with CRLF or LF, fields may come in any order. Of one that stands twice, `mx` aside, the first
 * counts.
 */
export function parseMtaStsPolicy(text: string): MtaStsPolicy {
  const problems: string[] = [];
  const notes: string[] = [];
  const fields = new Map<string, string>();
  const patterns: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (trimSpace(line) === '') continue;
    const [, name, rest] = /^([A-Za-z0-9][A-Za-z0-9_.-]{0,31}):(.*)$/.exec(line) ?? [];
    const value = rest === undefined ? undefined : trimSpace(rest);
    if (name === undefined || value === undefined) {
      notes.push(`Line ${index + 1} is no field, and is ignored.`);
      continue;
    }
    if (name === 'mx') {
      if (patterns.length < mostPatterns) patterns.push(value.toLowerCase());
    } else if (fields.has(name)) notes.push(`${name} stands more than once; the first counts.`);
    else fields.set(name, value);
  }
  if (fields.get('version') !== 'STSv1') problems.push('The version is not STSv1.');
  const modeText = fields.get('mode');
  const mode = (['enforce', 'testing', 'none'] as const).find((one) => one === modeText) ?? null;
  if (mode === null)
    problems.push(modeText === undefined ? 'There is no mode.' : 'The mode is none that there is.');
  if (patterns.length === 0 && mode !== 'none') problems.push('No mail exchanger is named.');
  for (const pattern of patterns)
    if (!isPattern(pattern)) problems.push(`"${pattern.slice(0, 80)}" names no mail exchanger.`);
  return {
    mode,
    maxAge: readMaxAge(fields.get('max_age'), problems),
    patterns,
    problems: problems.slice(0, 50),
    notes: notes.slice(0, 50),
  };
}

function readMaxAge(text: string | undefined, problems: string[]): number | null {
  if (text === undefined) {
    problems.push('There is no max_age.');
    return null;
  }
  const seconds = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= mostMaxAge) return seconds;
  problems.push(`max_age is no number of seconds up to ${mostMaxAge}.`);
  return null;
}

function isPattern(text: string): boolean {
  const name = text.startsWith('*.') ? text.slice(2) : text;
  return name.length <= 253 && name.split('.').every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label));
}

/** Tells whether a host is one that a pattern names: `*.` stands for exactly one label (RFC 8461 section 4.1). */
export function patternCovers(pattern: string, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (!pattern.startsWith('*.')) return pattern === name;
  const dot = name.indexOf('.');
  return dot > 0 && name.slice(dot) === pattern.slice(1);
}
