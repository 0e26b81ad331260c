import { messageTypes, policyActions } from '../../dnstap/message-types.ts';
import type { MessageView } from '../../dnstap/message-view.ts';
import type { DnstapSink } from '../../dnstap/sink.ts';

/**
 * The policy hits count responses to clients, and the ones that a policy made, if the resolver tells of that in dnstap.
 */
export class PolicyHits implements DnstapSink {
  #queries = 0;
  #hits = 0;

  message(view: MessageView): void {
    if (view.type !== messageTypes.CLIENT_RESPONSE) return;
    this.#queries += 1;
    if (view.policyAction !== 0 && view.policyAction !== policyActions.PASS) this.#hits += 1;
  }

  /** Takes the counts since the last time; undefined if there are none. */
  take(): { queries: number; hits: number } | undefined {
    if (this.#queries === 0) return undefined;
    const counts = { queries: this.#queries, hits: this.#hits };
    this.#queries = 0;
    this.#hits = 0;
    return counts;
  }
}
