import type { MailResolve } from '../../mail/mail-resolve.ts';
import { checkHost } from '../../mail/spf/check-host.ts';
import { type SpfTreeNode, treeNodes } from '../../mail/spf/lookup-tree.ts';
import type { SpfOutcome } from '../../mail/spf/spf-outcome.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { SpfResult } from './spf-result.ts';

/** Reserved (RFC 1112 section 4) and for discarding (RFC 6666): nobody names these but whoever names all. */
const nobody = { ipv4: '240.0.0.1', ipv6: '100::1' } as const;

export interface OthersEvaluated {
  readonly others: NonNullable<SpfResult['others']>;
  /** The first that ends in an error; undefined where none does. */
  readonly failed: SpfOutcome | undefined;
}

/**
 * What check_host() has for hosts that no mechanism means (RFC 7208 section 4): they go through the whole of a record, so that
 * each limit and each answer on the way counts.
 */
export async function evaluateOthers(domain: string, resolve: MailResolve): Promise<OthersEvaluated> {
  const request = { sender: `postmaster@${domain}`, helo: domain, resolve };
  const [ipv4, ipv6] = await Promise.all([
    checkHost({ ...request, ip: nobody.ipv4 }),
    checkHost({ ...request, ip: nobody.ipv6 }),
  ]);
  const failed = [ipv4, ipv6].find(({ problem }) => problem !== undefined);
  return { others: { ipv4: ipv4.result, ipv6: ipv6.result }, failed };
}

/**
 * Tells of an error that only the evaluation shows; whether the record holds, null where that can't be told. An include that
 * depends on the message may be fine for others.
 */
export function judgeOthers(
  { failed }: OthersEvaluated,
  tree: SpfTreeNode,
  part: PartBuilder,
): boolean | null {
  if (failed?.problem === undefined) return true;
  const { message, rule } = failed.problem;
  if (failed.result === 'temperror') {
    part.error('unanswered', message);
    part.unknown('others_temperror', `${message} Receivers end with temperror while that is so.`, rule);
    return null;
  }
  const depends = treeNodes(tree).some(({ terms }) =>
    terms.some(({ text, node }) => node === null && /^[+\-?~]?(?:include:|redirect=)/i.test(text)),
  );
  if (depends) {
    part.info('others_permerror', `For some senders: ${message}`, rule);
    return true;
  }
  part.fail('high', 'others_permerror', `${message} Receivers end with permerror.`, rule, {
    advice: 'Correct or take out the term.',
  });
  return false;
}
