import { rpzAnswer } from '@sonde/shared/policy/rpz-answer.ts';
import { rpzOwners } from '@sonde/shared/policy/rpz-owner.ts';
import { rpzText } from '@sonde/shared/policy/rpz-text.ts';
import type { SharedItem } from '../../../ports/threats/sharing.ts';
import type { BlockEntry } from './block-entry.ts';
import { sharedSubject } from './shared-subject.ts';
import { sigmaListText } from './sigma-list.ts';

export const blockListFormats = ['domains', 'hosts', 'adguard', 'rpz', 'addresses', 'sigma'] as const;
export type BlockListFormat = (typeof blockListFormats)[number];

const zone = 'sonde.invalid';
const zoneBytes = 15;

/** Gathers what is in force, in the order in which it came in or changed, so that a list that has not changed is the same text. */
export async function blockEntries(items: AsyncIterable<SharedItem>, now: number): Promise<BlockEntry[]> {
  const entries: BlockEntry[] = [];
  for await (const { subject: text, endedAt, exact } of items) {
    if (endedAt !== null && endedAt.getTime() <= now) continue;
    const subject = sharedSubject(text);
    if (subject !== undefined) entries.push({ subject, exact });
  }
  return entries;
}

/** Writes a list in a format: what the format has no form for is left out. */
export function* blockListText(
  entries: readonly BlockEntry[],
  format: BlockListFormat,
  { serial, listId }: { readonly serial: number; readonly listId: string },
): Generator<string> {
  if (format === 'sigma') return yield* sigmaListText(entries, listId);
  if (format === 'rpz') return yield* rpzText(zone, serial, policyEntries(entries));
  for (const { subject, exact } of entries) {
    const { kind, value } = subject;
    if (format === 'addresses' ? kind !== 'address' : kind !== 'domain') continue;
    switch (format) {
      case 'hosts':
        yield `0.0.0.0 ${value}\n`;
        break;
      case 'adguard':
        yield exact ? `|${value}^\n` : `||${value}^\n`;
        break;
      default:
        yield `${value}\n`;
    }
  }
}

function* policyEntries(entries: readonly BlockEntry[]) {
  const blocked = rpzAnswer({ kind: 'block', answer: 'nxdomain' })!;
  for (const { subject, exact } of entries) {
    const match =
      subject.kind === 'domain'
        ? ({ kind: exact ? 'name' : 'domain', name: subject.value } as const)
        : subject.kind === 'address'
          ? ({ kind: 'response', network: subject.value } as const)
          : undefined;
    const owners = match === undefined ? [] : rpzOwners(match, zoneBytes);
    if (typeof owners === 'string') continue;
    for (const owner of owners) yield [owner, blocked] as const;
  }
}
