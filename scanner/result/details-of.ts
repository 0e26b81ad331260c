import type { ScannedParts } from '../ports/domain-scan.ts';
import { rankFindings } from './rank-findings.ts';

const mostSentences = 5;

/** Describes one check in a few sentences: its faults, or that there are none; null if it was not made. */
export function detailsOf(parts: ScannedParts, check: string): string | null {
  const part = parts[check];
  if (part === undefined) return null;
  const own = ownDetails(part.result);
  if (own !== undefined) return own;
  const ranked = rankFindings({ [check]: part });
  const wrong = ranked.filter(({ status }) => status === 'fail' || status === 'warning');
  const told = (wrong.length > 0 ? wrong : ranked).slice(0, mostSentences).map(({ message }) => message);
  const errors = part.errors.slice(0, 2).map(({ message }) => `Not asked: ${message}`);
  return [...told, ...errors].join(' ');
}

/** A scanner that puts its result into a sentence itself knows best. */
function ownDetails(result: unknown): string | undefined {
  if (typeof result !== 'object' || result === null || !('details' in result)) return undefined;
  return typeof result.details === 'string' && result.details !== '' ? result.details : undefined;
}
