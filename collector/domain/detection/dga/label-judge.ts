import { RecentMap } from '../state/recent-map.ts';
import type { DgaModel, LabelScore } from './dga-model.ts';

/** Verdicts on labels that are kept, since the same dead names are asked for again and again. */
const judged = 50_000;

/** A judged label has the model's word on it. */
export interface JudgedLabel {
  /** Log odds that an algorithm made the label up; undefined for labels that are too short or special to be judged. */
  readonly odds: number | undefined;
  /** The score that speaks against the label; undefined if it is not flagged. */
  readonly verdict: LabelScore | undefined;
}

/** A label judge asks the model once for each label, as long as it is remembered. */
export class LabelJudge {
  readonly model: DgaModel;
  readonly known = new RecentMap<string, JudgedLabel>(judged);

  constructor(model: DgaModel) {
    this.model = model;
  }

  judge(label: string): JudgedLabel {
    let found = this.known.get(label);
    if (found === undefined) {
      const odds = this.model.judges(label) ? this.model.logOdds(label) : undefined;
      const isFlagged = odds !== undefined && this.model.flags(odds);
      found = { odds, verdict: isFlagged ? this.model.explain(label) : undefined };
      this.known.set(label, found);
    }
    return found;
  }

  /** Tells whether nobody is likely to have chosen the label. */
  isMadeUp(label: string): boolean {
    return this.judge(label).verdict !== undefined;
  }
}
