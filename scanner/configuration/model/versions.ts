import type { Findings } from './findings.ts';
import type { Span } from './source.ts';

/** Tells whether one version, `9.18` or `9.18.4`, comes before another. */
export function isBefore(one: string, other: string): boolean {
  const parts = other.split('.').map(Number);
  for (const [index, part] of one.split('.').map(Number).entries()) {
    const against = parts[index] ?? 0;
    if (part !== against) return part < against;
  }
  return parts.length > one.split('.').length && parts.slice(one.split('.').length).some((part) => part > 0);
}

/** Tells whether something came with a later version than the one that is told; no without a version. */
export function isNewer(since: string | undefined, version: string | null): boolean {
  return since !== undefined && version !== null && isBefore(version, since);
}

/** Refuses an option or a value that the version does not have yet. `what`: a word of our tables. */
export function refuseNewer(at: Span, what: string, since: string, rule: string, findings: Findings): void {
  findings.refuse({
    code: 'option_newer',
    at,
    message: `${what} comes with version ${since}.`,
    rule,
    suggestion: 'Remove it, or use that version.',
  });
}
