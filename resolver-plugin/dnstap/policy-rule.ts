import { maxShortTextCharacters } from '@sonde/shared/batch/limits.ts';
import { storedOctet } from '@sonde/shared/dns/names.ts';
import { policyActions } from './message-types.ts';
import type { MessageView } from './message-view.ts';

/** Longer ones are cut: a rule's text is for people and for grouping. */
const maxTextBytes = 255;
const actionNames = new Map(Object.entries(policyActions).map(([name, number]) => [number as number, name]));

/**
 * Writes the text that rows keep of the resolver's policy: kind, rule and action, such as `RPZ
 * www.example.com.policy.sonde NXDOMAIN`; empty if no policy was applied. The rule of an RPZ is an owner name in wire
 * format, in stored form here; any other one is taken as text, of which printable ASCII is kept.
 */
export function policyRuleText(view: MessageView): string {
  const { buffer, policyTypeStart, policyTypeEnd, policyRuleStart, policyRuleEnd, policyAction } = view;
  const kind = plainText(buffer, policyTypeStart, policyTypeEnd);
  const name = kind === 'RPZ' ? wholeName(buffer, policyRuleStart, policyRuleEnd) : undefined;
  const rule = name ?? plainText(buffer, policyRuleStart, policyRuleEnd);
  const parts = [kind, rule, actionNames.get(policyAction) ?? ''].filter((part) => part !== '');
  return parts.join(' ').slice(0, maxShortTextCharacters);
}

function plainText(buffer: Buffer, start: number, end: number): string {
  return buffer.toString('utf8', start, Math.min(end, start + maxTextBytes)).replace(/[^\x20-\x7e]/g, '?');
}

/** The name that fills the range to its end; undefined if there is none. */
function wholeName(buffer: Buffer, start: number, end: number): string | undefined {
  const labels: string[] = [];
  let position = start;
  while (position < end && end - start <= maxTextBytes) {
    const length = buffer[position]!;
    if (length === 0) return position === end - 1 ? labels.join('.') || '.' : undefined;
    const next = position + 1 + length;
    if (length > 63 || next > end) return undefined;
    labels.push(Array.from(buffer.subarray(position + 1, next), storedOctet).join(''));
    position = next;
  }
  return undefined;
}
