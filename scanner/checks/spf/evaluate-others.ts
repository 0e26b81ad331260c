import type { MailResolve } from '../../protocols/mail/mail-resolve.ts';
import { checkHost } from '../../protocols/mail/spf/check-host.ts';
import { type SpfTreeNode, treeNodes } from '../../protocols/mail/spf/lookup-tree.ts';
import { shown } from '../../protocols/mail/spf/parse-record.ts';
import type { SpfOutcome } from '../../protocols/mail/spf/spf-outcome.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { SpfResult } from './spf-result.ts';

/** Reserved (RFC 1112 section 4) and for discarding (RFC 6666): nobody names these but whoever names all. */
const nobody = { ipv4: '240.0.0.1', ipv6: '100::1' } as const;

export interface OthersEvaluated {
  readonly ipv4: SpfOutcome;
  readonly ipv6: SpfOutcome;
}

/**
 * Evaluates check_host() for hosts that no mechanism matches (RFC 7208 section 4): they go through the whole of a
 * record, so that each limit and each answer on the way counts.
 */
export async function evaluateOthers(domain: string, resolve: MailResolve): Promise<OthersEvaluated> {
  const request = { sender: `postmaster@${domain}`, helo: domain, resolve };
  const [ipv4, ipv6] = await Promise.all([
    checkHost({ ...request, ip: nobody.ipv4 }),
    checkHost({ ...request, ip: nobody.ipv6 }),
  ]);
  return { ipv4, ipv6 };
}

export function shownOthers({ ipv4, ipv6 }: OthersEvaluated): NonNullable<SpfResult['others']> {
  return { ipv4: ipv4.result, ipv6: ipv6.result };
}

/**
 * Tells of errors that only the evaluation shows. Whether the record holds: null if that can't be told. What goes wrong for
 * one family of addresses, or with an include that depends on the message, leaves the others in order.
 */
export function judgeOthers(others: OthersEvaluated, tree: SpfTreeNode, part: PartBuilder): boolean | null {
  const { ipv4, ipv6 } = others;
  const failed = [ipv4, ipv6].filter(({ problem }) => problem !== undefined);
  const first = failed.find(({ result }) => result === 'temperror') ?? failed[0];
  if (first?.problem === undefined) return true;
  const { message, rule } = first.problem;
  if (first.result === 'temperror') {
    part.error('unanswered', message);
    part.unknown('others_temperror', `${message} Receivers end with temperror while that is so.`, rule);
    return null;
  }
  if (dependsOnMessage(tree)) {
    part.info('others_permerror', `For some senders: ${message}`, rule);
    return true;
  }
  const advice = 'Correct or take out the term.';
  if (failed.length === 2) {
    part.fail('high', 'others_permerror', `${message} Receivers end with permerror.`, rule, { advice });
    return false;
  }
  const family = first === ipv4 ? 'IPv4' : 'IPv6';
  part.warning(
    'low',
    'one_family_permerror',
    `For hosts with ${family}: ${message} Receivers may end with permerror, also for those that a later term allows.`,
    rule,
    { advice: `Name hosts without ${family} by ip4 or ip6, or put those terms last.` },
  );
  return true;
}

/** Tells where anybody passes by what the record leads to: a +all of others, or a name that exists for every client. */
export function judgeOpenness(domain: string, { ipv4, ipv6 }: OthersEvaluated, part: PartBuilder): void {
  const open = [ipv4, ipv6].find(({ result }) => result === 'pass');
  if (open?.term === undefined) return;
  const isElsewhere = open.domain !== domain;
  // What the record itself says of all and of wide networks is told where it is judged.
  if (!isElsewhere && !/^\+?(?:include|exists):/i.test(open.term)) return;
  const whose = isElsewhere ? ` of ${open.domain}` : '';
  part.fail(
    'critical',
    'passes_anybody',
    `${shown(open.term)}${whose} lets every host send as ${domain}.`,
    'RFC 7208 section 11.4',
    { advice: 'Take the term out, or name what it means.' },
  );
}

function dependsOnMessage(tree: SpfTreeNode): boolean {
  return treeNodes(tree).some(({ terms }) =>
    terms.some(({ text, node }) => node === null && /^[+\-?~]?(?:include:|redirect=)/i.test(text)),
  );
}
