import { isIPv4 } from 'node:net';
import type { ParsedSpfRecord, SpfDirective } from '../../protocols/mail/spf/parse-record.ts';
import { shown } from '../../protocols/mail/spf/parse-record.ts';
import type { PartBuilder } from '../part-builder.ts';

/** Octets that fit into an answer of 512 beside the question (RFC 7208 section 3.4). */
const comfortable = 450;
const mostFindings = 20;

/** Judges the record itself: its syntax and its size. */
export function judgeRecord(text: string, record: ParsedSpfRecord, part: PartBuilder): void {
  for (const error of record.errors.slice(0, mostFindings))
    part.fail('high', error.code, `${error.message} Receivers end with permerror.`, error.rule, {
      advice: 'Correct or remove the term.',
      evidence: error.term.slice(0, 200),
    });
  if (text.length > comfortable)
    part.warning(
      'low',
      'long_record',
      `The record has ${text.length} octets: answers may not fit into 512.`,
      'RFC 7208 section 3.4',
      { advice: 'Move parts of it behind an include.' },
    );
  const all = record.directives.findIndex(({ name }) => name === 'all');
  const behind = all < 0 ? [] : record.directives.slice(all + 1);
  if (behind.length > 0)
    part.warning(
      'low',
      'terms_behind_all',
      `${shown(behind[0]!.text)} stands behind ${shown(record.directives[all]!.text)} and is never reached.`,
      'RFC 7208 section 5.1',
      { advice: 'Move all to the end.' },
    );
  if (all >= 0 && record.redirect !== undefined)
    part.warning(
      'low',
      'redirect_beside_all',
      `${shown(record.redirect.text)} is ignored, since the record has an all.`,
      'RFC 7208 section 6.1',
      { advice: 'Remove one of the two.' },
    );
  judgeDirectives(record.directives, part);
  for (const { text: term, name } of record.unknownModifiers.slice(0, 5))
    part.info('unknown_modifier', `${shown(term)}: receivers ignore ${shown(name)}.`, 'RFC 7208 section 6', {
      advice: 'Check its spelling.',
    });
}

function judgeDirectives(directives: readonly SpfDirective[], part: PartBuilder): void {
  const pointer = directives.find(({ name }) => name === 'ptr');
  if (pointer !== undefined)
    part.warning(
      'medium',
      'ptr',
      `${shown(pointer.text)} is slow and unreliable, and should not be used.`,
      'RFC 7208 section 5.5',
      { advice: 'Name the hosts by a, mx, ip4 or ip6.' },
    );
  const seen = new Set<string>();
  const repeated = directives.find(({ text }) => seen.size === seen.add(text.toLowerCase()).size);
  if (repeated !== undefined)
    part.info('repeated_term', `${shown(repeated.text)} stands more than once.`, 'RFC 7208 section 4.6.4');
  const passing = directives.filter(({ qualifier }) => qualifier === '+');
  const wide = passing.find((directive) => isWide(directive));
  if (wide !== undefined)
    part.fail(
      'high',
      'wide_network',
      `${shown(wide.text)} lets a great part of the Internet send as this domain.`,
      'RFC 7208 section 11.4',
      { advice: 'Name the networks of your own hosts.' },
    );
  const inner = passing.find(({ network }) => network !== undefined && isPrivate(network));
  if (inner !== undefined)
    part.warning(
      'low',
      'private_network',
      `${shown(inner.text)} is no address of the public Internet: receivers never see it.`,
      'RFC 1918 section 3',
      { advice: 'Remove it.' },
    );
}

function isWide({ name, prefix4, prefix6 }: SpfDirective): boolean {
  if (name === 'ip4') return prefix4 < 12;
  if (name === 'ip6') return prefix6 < 24;
  return (name === 'a' || name === 'mx') && (prefix4 < 12 || prefix6 < 24);
}

function isPrivate(network: string): boolean {
  return isIPv4(network)
    ? /^(?:10|127|192\.168|169\.254|172\.(?:1[6-9]|2[0-9]|3[01]))\./.test(network)
    : /^(?:fe[89ab]|f[cd]|::1$)/i.test(network);
}
