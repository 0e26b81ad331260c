import type { MailAnswer, MailResolve } from '../mail-resolve.ts';
import { maxLookups } from './evaluation.ts';
import { fittedName, isQueryName, transformed } from './expand-macros.ts';
import type { MacroPart } from './macro-string.ts';
import {
  isSpfRecord,
  type ParsedSpfRecord,
  parseSpfRecord,
  type Qualifier,
  type SpfDirective,
  type SpfModifier,
} from './parse-record.ts';

/**
 * An SPF tree node is a record within an evaluation of SPF, whatever the client, with the cost of each term. No key of
 * an object in it is data.
 */
export interface SpfTreeNode {
  readonly domain: string;
  /** Cut to 1,000 characters; null if there is none. */
  readonly record: string | null;
  /** The reason why an evaluation that comes here ends in an error; null if it does not. */
  readonly problem: SpfTreeProblem | null;
  /** Lookups of this record and of all below it; of the whole tree they are counted up to a bound. */
  readonly lookups: number;
  readonly voidLookups: number;
  /** The result for hosts that nothing names, by `all`, by a redirect, or by default; null if that is not known. */
  readonly policy: SpfTreePolicy | null;
  /** The terms that lead to lookups. */
  readonly terms: readonly SpfTreeTerm[];
}

export type SpfTreePolicy = 'pass' | 'fail' | 'softfail' | 'neutral';

export interface SpfTreeTerm {
  readonly text: string;
  /** The lookups of its own and of the record that it leads to. */
  readonly lookups: number;
  /** Whether its own lookup led to nothing; null if that depends on the message. */
  readonly leadsNowhere: boolean | null;
  /** The record that an include or redirect leads to; null for others, and if it depends on the message. */
  readonly node: SpfTreeNode | null;
}

export interface SpfTreeProblem {
  readonly code:
    | 'no_record'
    | 'several_records'
    | 'syntax'
    | 'loop'
    | 'bad_name'
    | 'too_many_exchangers'
    | 'unanswered'
    | 'not_followed';
  readonly message: string;
  readonly rule: string;
}

/** Terms after which a tree is not followed on: such a one is far beyond the limit, wherever it ends. */
const maxTerms = 6 * maxLookups;
const shownRecord = 1_000;

interface Draft {
  readonly domain: string;
  readonly ancestors: readonly string[];
  record: string | null;
  problem: SpfTreeProblem | null;
  policy: SpfTreePolicy | null;
  terms: DraftTerm[];
}

interface DraftTerm {
  readonly text: string;
  leadsNowhere: boolean | null;
  readonly node: Draft | null;
}

/**
 * Follows every include and redirect from a domain's record, level by level. Asks for what `a`, `mx` and `exists` name,
 * unless it depends on the message. Never rejects.
 */
export async function spfLookupTree(domain: string, resolve: MailResolve): Promise<SpfTreeNode> {
  const root = draft(domain, []);
  let level = [root];
  let terms = 0;
  while (level.length > 0) {
    const answers = await Promise.all(level.map((node) => resolve(node.domain.toLowerCase(), 'TXT')));
    const checks: Promise<void>[] = [];
    const next: Draft[] = [];
    for (const [index, node] of level.entries()) {
      const record = readRecord(node, answers[index]!);
      for (const term of record === undefined ? [] : costingTerms(record)) {
        if (terms >= maxTerms) {
          node.problem ??= notFollowed;
          break;
        }
        terms++;
        const entry = termOf(term, node, domain);
        node.terms.push(entry.term);
        if (entry.term.node !== null && entry.term.node.problem === null) next.push(entry.term.node);
        if (entry.target !== undefined)
          checks.push(checkTarget(entry.term, node, term, entry.target, resolve));
      }
    }
    await Promise.all(checks);
    level = next;
  }
  return finished(root);
}

const notFollowed: SpfTreeProblem = {
  code: 'not_followed',
  message: `The tree goes on beyond ${maxTerms} lookups.`,
  rule: 'RFC 7208 section 4.6.4',
};

const policies: Readonly<Record<Qualifier, SpfTreePolicy>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};

function draft(domain: string, ancestors: readonly string[]): Draft {
  return { domain, ancestors, record: null, problem: null, policy: null, terms: [] };
}

/** What an answer says of a node; undefined if evaluation ends there. */
function readRecord(node: Draft, answer: MailAnswer): ParsedSpfRecord | undefined {
  const { domain } = node;
  const end = (code: SpfTreeProblem['code'], message: string, rule: string) => {
    node.problem = { code, message, rule: `RFC 7208 section ${rule}` };
    return undefined;
  };
  if (answer.status === 'error') return end('unanswered', `${domain} TXT could not be looked up.`, '4.4');
  const records = answer.status === 'found' ? answer.values.filter(isSpfRecord) : [];
  if (records.length > 1)
    return end('several_records', `${domain} has ${records.length} SPF records.`, '4.5');
  const [text] = records;
  if (text === undefined) return end('no_record', `${domain} has no SPF record.`, '4.5');
  node.record = text.slice(0, shownRecord);
  const record = parseSpfRecord(text);
  const [wrong] = record.errors;
  if (wrong === undefined) {
    const all = record.directives.find(({ name }) => name === 'all');
    node.policy =
      all === undefined ? (record.redirect === undefined ? 'neutral' : null) : policies[all.qualifier];
    return record;
  }
  node.problem = { code: 'syntax', message: `${domain}: ${wrong.message}`, rule: wrong.rule };
  return undefined;
}

type CostingTerm = SpfDirective | SpfModifier;

/** In the order of evaluation. A redirect beside an `all` is not looked at (RFC 7208 section 6.1). */
function costingTerms({ directives, redirect }: ParsedSpfRecord): CostingTerm[] {
  const all = directives.findIndex(({ name }) => name === 'all');
  const reached = all < 0 ? directives : directives.slice(0, all);
  const costing: CostingTerm[] = reached.filter(({ name }) => name !== 'ip4' && name !== 'ip6');
  return all < 0 && redirect !== undefined ? [...costing, redirect] : costing;
}

function termOf(term: CostingTerm, node: Draft, root: string): { term: DraftTerm; target?: string } {
  const macros = 'macros' in term ? term.macros : term.target;
  const target = macros === undefined ? node.domain : staticName(macros, node.domain, root);
  const { text } = term;
  if (term.name === 'ptr') return { term: { text, leadsNowhere: null, node: null } };
  if (target === undefined) return { term: { text, leadsNowhere: null, node: null } };
  if (term.name !== 'include' && term.name !== 'redirect')
    return { term: { text, leadsNowhere: null, node: null }, target };
  const child = draft(target, [...node.ancestors, node.domain.toLowerCase()]);
  if (!isQueryName(target) || !target.includes('.'))
    child.problem = {
      code: 'bad_name',
      message: `${text} names no domain that can have a record.`,
      rule: 'RFC 7208 section 4.3',
    };
  else if (child.ancestors.includes(target.toLowerCase()))
    child.problem = {
      code: 'loop',
      message: `${text} leads in a circle.`,
      rule: 'RFC 7208 section 4.6.4',
    };
  return { term: { text, leadsNowhere: false, node: child } };
}

/** The name that a domain-spec stands for in every message; undefined if it depends on the message. */
function staticName(macros: readonly MacroPart[], domain: string, root: string): string | undefined {
  let name = '';
  for (const part of macros) {
    if (part.kind !== 'macro') name += part.text;
    else if (part.letter === 'd') name += transformed(part, domain);
    else if (part.letter === 'o') name += transformed(part, root);
    else return undefined;
  }
  return fittedName(name);
}

async function checkTarget(
  term: DraftTerm,
  node: Draft,
  { name }: CostingTerm,
  target: string,
  resolve: MailResolve,
): Promise<void> {
  if (!isQueryName(target)) {
    term.leadsNowhere = true;
    return;
  }
  const first = await resolve(target.toLowerCase(), name === 'mx' ? 'MX' : 'A');
  const answer =
    name === 'a' && first.status === 'empty' ? await resolve(target.toLowerCase(), 'AAAA') : first;
  term.leadsNowhere = answer.status === 'error' ? null : answer.status !== 'found';
  if (name !== 'mx' || answer.status !== 'found' || answer.values.length <= 10) return;
  node.problem ??= {
    code: 'too_many_exchangers',
    message: `${term.text} leads to ${answer.values.length} mail exchangers; 10 may be looked up.`,
    rule: 'RFC 7208 section 4.6.4',
  };
}

function finished(node: Draft): SpfTreeNode {
  const terms = node.terms.map((term): SpfTreeTerm => {
    const below = term.node === null ? null : finished(term.node);
    return {
      text: term.text.slice(0, 300),
      lookups: 1 + (below?.lookups ?? 0),
      leadsNowhere: term.leadsNowhere,
      node: below,
    };
  });
  const voids = terms.map((term) => (term.leadsNowhere ? 1 : 0) + (term.node?.voidLookups ?? 0));
  return {
    domain: node.domain,
    record: node.record,
    problem: node.problem,
    policy: node.policy ?? redirectedPolicy(node, terms),
    lookups: terms.reduce((sum, term) => sum + term.lookups, 0),
    voidLookups: voids.reduce<number>((sum, count) => sum + count, 0),
    terms,
  };
}

/** A redirect is the last of the terms if there is one that counts. */
function redirectedPolicy(node: Draft, terms: readonly SpfTreeTerm[]): SpfTreePolicy | null {
  const last = terms.at(-1);
  return node.record !== null && last !== undefined && /^redirect=/i.test(last.text)
    ? (last.node?.policy ?? null)
    : null;
}

/** Finds the first problem in the order of evaluation, of this record or of one below it. */
export function firstProblem(node: SpfTreeNode): SpfTreeProblem | undefined {
  for (const { node: below } of node.terms) {
    const found = below === null ? undefined : firstProblem(below);
    if (found !== undefined) return found;
  }
  return node.problem ?? undefined;
}

/** Lists the nodes of a tree, itself first. */
export function treeNodes(node: SpfTreeNode): SpfTreeNode[] {
  return [node, ...node.terms.flatMap(({ node: below }) => (below === null ? [] : treeNodes(below)))];
}
