import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import {
  type LookPorts,
  lookAtSource,
  pendingSource,
  type Source,
  taken,
} from '../../datasets/refresh/look-at-source.ts';
import type { SourceState } from '../../ports/source-state.ts';
import type { RulesKind } from './load-rules.ts';

/** Of one document: the largest that is known has a quarter of it. */
const maxBytes = 16 * 1024 * 1024;
/** A document of which only so much is left is taken for a broken one. */
const leastShare = 0.5;
const leastSeconds = 3_600;
const milliseconds = 60_000;

/** A rules subscription is an address that the operator named. */
export interface RulesSubscription {
  readonly url: string;
  readonly kind: RulesKind;
}

/** Finds the file in which the last good document of an address is kept. */
export function rulesFile(folder: string, { url, kind }: RulesSubscription): string {
  return join(folder, `${kind}-${createHash('sha256').update(url).digest('hex').slice(0, 16)}.json`);
}

export interface SubscribedRulesParts extends LookPorts {
  readonly subscriptions: readonly RulesSubscription[];
  readonly folder: string;
  /** Counts the technologies or libraries of a document, in a thread of its own. Rejects if it is none. */
  readonly count: (path: string, kind: RulesKind) => Promise<number>;
  /** Has those who read pages take the files anew. */
  readonly reload: () => Promise<void>;
}

/** A rules outcome states the result of looking at one subscription. */
export interface RulesOutcome extends RulesSubscription {
  readonly state: 'taken' | 'unchanged' | 'failed';
  /** Technologies or libraries; null if there is no document. */
  readonly entries: number | null;
  readonly reason?: string;
}

interface Followed {
  readonly subscription: RulesSubscription;
  readonly file: string;
  state: SourceState;
  entries: number | null;
}

/**
 * The subscribed rules are rules and known vulnerabilities that others publish and the operator asked for. The last good
 * document of each counts, whatever comes after it.
 */
export class SubscribedRules {
  readonly #parts: SubscribedRulesParts;
  readonly #followed: readonly Followed[];

  constructor(parts: SubscribedRulesParts) {
    this.#parts = parts;
    this.#followed = parts.subscriptions.map((subscription) => ({
      subscription,
      file: rulesFile(parts.folder, subscription),
      state: pendingSource,
      entries: null,
    }));
  }

  /** Looks at each, one after the other. A document that can't be had, is none, or shrinks by more than half, leaves the known one. */
  async refresh(signal: AbortSignal): Promise<RulesOutcome[]> {
    const outcomes: RulesOutcome[] = [];
    for (const followed of this.#followed) {
      outcomes.push(
        await this.#refreshOne(followed, signal).catch((error: unknown) => ({
          ...followed.subscription,
          state: 'failed' as const,
          entries: followed.entries,
          reason: error instanceof Error ? error.message : String(error),
        })),
      );
    }
    if (outcomes.some(({ state }) => state === 'taken')) await this.#parts.reload();
    return outcomes;
  }

  async #refreshOne(followed: Followed, signal: AbortSignal): Promise<RulesOutcome> {
    const { subscription, state } = followed;
    const source: Source = {
      what: 'set of rules',
      urls: [subscription.url],
      keySetting: undefined,
      leastSeconds,
      maxBytes,
      milliseconds,
    };
    let isTaken = false;
    followed.state = await lookAtSource(
      source,
      state,
      this.#parts,
      async (answer) => {
        await this.#take(followed, answer.body);
        isTaken = true;
        return taken(state, answer, '', this.#parts.clock.now());
      },
      signal,
    );
    const { status, note } = followed.state;
    const { entries } = followed;
    if (status !== 'active') return { ...subscription, state: 'failed', entries, reason: note ?? status };
    return { ...subscription, state: isTaken ? 'taken' : 'unchanged', entries };
  }

  /** Throws a DocumentError if the document is not to be trusted. */
  async #take(followed: Followed, body: AsyncIterable<Uint8Array>): Promise<void> {
    const { folder, count } = this.#parts;
    const { file, subscription } = followed;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const coming = `${file}.coming`;
    try {
      await pipeline(Readable.from(body), createWriteStream(coming, { mode: 0o600 }));
      const known = followed.entries ?? (await count(file, subscription.kind).catch(() => 0));
      const entries = await count(coming, subscription.kind).catch((error: unknown) => {
        throw new DocumentError(`It is no set of rules: ${error instanceof Error ? error.message : error}`);
      });
      if (entries < known * leastShare)
        throw new DocumentError(`It has ${entries} entries where it had ${known}.`);
      await rename(coming, file);
      followed.entries = entries;
    } finally {
      await rm(coming, { force: true });
    }
  }
}
