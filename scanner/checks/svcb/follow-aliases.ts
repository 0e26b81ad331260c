import type { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { type AskedRecords, askRecords } from '../ask-records.ts';
import { type ReadBinding, readBinding } from './binding-entry.ts';

/** Clients give up after some; this many are enough for any deployment (RFC 9460 section 3). */
const maxAliases = 8;

export interface FollowedBindings {
  readonly bindings: readonly ReadBinding[];
  /** The owner, and where aliases in turn led. */
  readonly chain: readonly string[];
  readonly end: 'services' | 'nothing' | 'no_service' | 'loop' | 'too_long' | 'unanswered';
  readonly answers: readonly AskedRecords[];
}

/** Asks for service bindings, and follows their aliases to the bindings of the targets. */
export async function followAliases(
  owner: string,
  type: 'SVCB' | 'HTTPS',
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<FollowedBindings> {
  const bindings: ReadBinding[] = [];
  const answers: AskedRecords[] = [];
  const chain: string[] = [];
  const seen = new Set<string>();
  const ended = (end: FollowedBindings['end']): FollowedBindings => ({ bindings, chain, end, answers });
  for (let name = owner; ; ) {
    const answer = await askRecords(name, type satisfies keyof typeof recordTypes, ports, 'svcb');
    answers.push(answer);
    chain.push(...answer.names);
    if (answer.error !== undefined) return ended('unanswered');
    const read = answer.records.map(readBinding);
    bindings.push(...read);
    const alias = read.find(({ binding }) => binding?.priority === 0)?.binding;
    if (alias === undefined) return ended(read.length === 0 ? 'nothing' : 'services');
    if (alias.target === '.') return ended('no_service');
    for (const one of answer.names) seen.add(one);
    if (seen.has(alias.target)) return ended('loop');
    if (answers.length > maxAliases) return ended('too_long');
    name = alias.target;
  }
}
