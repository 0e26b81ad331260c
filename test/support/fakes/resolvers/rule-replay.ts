import type { RuleHits, RuleReplay } from '../../../../collector/ports/traffic/rule-replay.ts';

/** Notes what is asked and answers the same always. */
export class FakeRuleReplay implements RuleReplay {
  readonly asked: Parameters<RuleReplay['replay']>[] = [];
  answer: RuleHits = {
    queries: 0,
    hits: 0,
    clients: 0,
    names: 0,
    topClients: [],
    topNames: [],
    firstAt: null,
    lastAt: null,
  };

  async replay(...question: Parameters<RuleReplay['replay']>): Promise<RuleHits> {
    this.asked.push(question);
    return this.answer;
  }
}
