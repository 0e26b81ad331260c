import { maxLookups, maxVoidLookups } from '../../protocols/mail/spf/evaluation.ts';
import { type SpfTreeNode, type SpfTreeProblem, treeNodes } from '../../protocols/mail/spf/lookup-tree.ts';
import type { PartBuilder } from '../part-builder.ts';

const limits = 'RFC 7208 section 4.6.4';
const mostFindings = 20;

/** Judges the records that the record includes or redirects to, and the cost of all lookups. */
export function judgeTree(tree: SpfTreeNode, part: PartBuilder): void {
  judgeCost(tree, part);
  const [, ...below] = treeNodes(tree);
  for (const { problem } of below
    .slice(0, 200)
    .filter((node) => node.problem !== null)
    .slice(0, mostFindings))
    judgeProblem(problem!, part);
  if (tree.problem !== null && tree.problem.code !== 'syntax') judgeProblem(tree.problem, part);
  for (const term of tree.terms.filter(({ leadsNowhere }) => leadsNowhere === true).slice(0, mostFindings))
    part.warning('low', 'leads_nowhere', `${term.text} leads to no record.`, limits, {
      advice: 'Remove it.',
    });
}

function judgeCost({ lookups, voidLookups, terms }: SpfTreeNode, part: PartBuilder): void {
  const dearest = terms.toSorted((one, other) => other.lookups - one.lookups)[0];
  const evidence = terms
    .map((term) => `${term.text}: ${term.lookups}`)
    .join(', ')
    .slice(0, 1_000);
  if (lookups > maxLookups)
    part.fail(
      'high',
      'too_many_lookups',
      `The record takes ${lookups} DNS lookups, where ${maxLookups} are allowed: receivers end with permerror.`,
      limits,
      { advice: `Take out what is not needed; ${dearest?.text ?? 'the first'} costs most.`, evidence },
    );
  else if (lookups >= maxLookups - 1)
    part.info('near_lookup_limit', `The record takes ${lookups} of ${maxLookups} DNS lookups.`, limits, {
      evidence,
    });
  else part.pass('lookups', `The record takes ${lookups} of ${maxLookups} DNS lookups.`, limits);
  if (voidLookups > maxVoidLookups)
    part.fail(
      'high',
      'too_many_void_lookups',
      `${voidLookups} lookups lead to nothing, where ${maxVoidLookups} are allowed: receivers may end with permerror.`,
      limits,
      { advice: 'Take out the terms that lead nowhere.' },
    );
}

function judgeProblem({ code, message, rule }: SpfTreeProblem, part: PartBuilder): void {
  switch (code) {
    case 'unanswered':
      part.error('unanswered', message);
      part.unknown('unanswered_include', `${message} Receivers end with temperror while that is so.`, rule);
      return;
    case 'not_followed':
      part.error('too_large', message);
      return;
    default:
      part.fail('high', `include_${code}`, `${message} Receivers that come there end with permerror.`, rule, {
        advice: 'Correct what it names, or take the term out.',
      });
  }
}
