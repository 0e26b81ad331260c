import { join } from 'node:path';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import type { LookPorts } from '../../datasets/refresh/look-at-source.ts';
import {
  type DocumentOutcome,
  fileNameOf,
  SubscribedDocument,
} from '../../datasets/refresh/subscribed-document.ts';
import type { PageRulesFiles, RulesKind, RulesSummary } from './load-rules.ts';

const milliseconds = 60_000;
const minute = 60_000;
/** Between two looks at an address, and the least after one that failed: it doubles with each. */
const pauses = { usual: 12 * 60 * minute, failed: 15 * minute };
/** Jobs do not begin to the second. */
const leeway = minute;

/** A rules subscription is an address that the operator named. */
export interface RulesSubscription {
  readonly url: string;
  readonly kind: RulesKind;
}

/** Finds the file in which the last good document of an address is kept. */
export function rulesFile(folder: string, { url, kind }: RulesSubscription): string {
  return join(folder, `${kind}-${fileNameOf(url)}.json`);
}

export interface SubscribedRulesParts extends LookPorts {
  readonly subscriptions: readonly RulesSubscription[];
  readonly folder: string;
  /** The operator's own files, which are told of once. */
  readonly files: Pick<PageRulesFiles, 'rules' | 'vulnerabilities'>;
  /** Summarises a document, in a thread of its own. Rejects if it is none. */
  readonly summarise: (path: string, kind: RulesKind) => Promise<RulesSummary>;
  /** Has those who read pages take the files anew. */
  readonly reload: () => Promise<void>;
}

/** A rules outcome states the result of looking at one subscription, or at one file of the operator's (`url` is its path). */
export interface RulesOutcome extends RulesSubscription, DocumentOutcome {
  /** Technologies or libraries; null if there is no document. */
  readonly entries: number | null;
  readonly unseen?: number;
  /** The rules that were left out, a sentence each; some of them, if they are many. */
  readonly problems?: readonly string[];
}

/** Problems of one document that are told. */
const mostProblems = 20;

const told = ({ entries, unseen, problems }: RulesSummary) => ({
  entries,
  unseen,
  problems: problems.slice(0, mostProblems),
});

interface Followed {
  readonly subscription: RulesSubscription;
  /** Its content is a summary: the rules themselves are for those who read pages. */
  readonly document: SubscribedDocument<RulesSummary>;
  /** Milliseconds since 1970. */
  dueAt: number;
  /** In a row. */
  failures: number;
}

/** The subscribed rules are rules and known vulnerabilities that others publish and the operator asked for. */
export class SubscribedRules {
  readonly #parts: SubscribedRulesParts;
  readonly #followed: readonly Followed[];
  #hasReadFiles = false;

  constructor(parts: SubscribedRulesParts) {
    const { subscriptions, folder, summarise } = parts;
    this.#parts = parts;
    this.#followed = subscriptions.map((subscription) => ({
      subscription,
      dueAt: 0,
      failures: 0,
      document: new SubscribedDocument({
        url: subscription.url,
        file: rulesFile(folder, subscription),
        what: 'set of rules',
        unit: 'entries',
        milliseconds,
        read: (path) =>
          summarise(path, subscription.kind).catch((error: unknown) => {
            throw new DocumentError(
              `It is no set of rules: ${error instanceof Error ? error.message : error}`,
            );
          }),
        size: ({ entries }) => entries,
      }),
    }));
  }

  /** Tells what is in the operator's own files, and of rules in them that are left out; nothing when it is asked again. */
  async readFiles(): Promise<RulesOutcome[]> {
    if (this.#hasReadFiles) return [];
    this.#hasReadFiles = true;
    const { files, summarise } = this.#parts;
    const kinds = { rules: files.rules, vulnerabilities: files.vulnerabilities ?? [] };
    const outcomes: RulesOutcome[] = [];
    for (const [kind, paths] of Object.entries(kinds) as [RulesKind, readonly string[]][]) {
      for (const url of paths) {
        const outcome = await summarise(url, kind).then(
          (summary) => ({ state: 'taken' as const, ...told(summary) }),
          (error: unknown) => ({
            state: 'failed' as const,
            reason: error instanceof Error ? error.message : String(error),
            entries: null,
          }),
        );
        outcomes.push({ url, kind, ...outcome });
      }
    }
    return outcomes;
  }

  /** Looks at each whose time has come, one after the other: after twelve hours, after a failure sooner. */
  async refreshDue(signal: AbortSignal): Promise<RulesOutcome[]> {
    const now = this.#parts.clock.now();
    const due = this.#followed.filter(({ dueAt }) => now >= dueAt - leeway);
    const outcomes: RulesOutcome[] = [];
    for (const followed of due) {
      const { subscription, document } = followed;
      const outcome = await document.refresh(this.#parts, signal);
      followed.failures = outcome.state === 'failed' ? followed.failures + 1 : 0;
      const soon = pauses.failed * 2 ** Math.min(10, Math.max(0, followed.failures - 1));
      followed.dueAt =
        this.#parts.clock.now() + (outcome.state === 'failed' ? Math.min(soon, pauses.usual) : pauses.usual);
      const summary = document.content === undefined ? { entries: null } : told(document.content);
      outcomes.push({ ...subscription, ...outcome, ...summary });
    }
    if (outcomes.some(({ state }) => state === 'taken')) await this.#parts.reload();
    return outcomes;
  }
}
