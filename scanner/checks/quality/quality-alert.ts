/** A quality group names the subject of an alert. */
export type QualityGroup =
  | 'page'
  | 'security'
  | 'transport'
  | 'delivery'
  | 'discovery'
  | 'accessibility'
  | 'dns';

/** A quality alert describes one thing that was looked at. */
export interface QualityAlert {
  /** Stable, snake_case. */
  readonly check: string;
  readonly group: QualityGroup;
  /** Null if it could not be told. */
  readonly passed: boolean | null;
  readonly severity: 'info' | 'warning';
  /** One sentence, about this page. */
  readonly message: string;
  /** The source of the check. */
  readonly rule: string;
  readonly evidence: string | null;
  /** The next step; null if there is nothing to do. */
  readonly advice: string | null;
  /** Points that it takes from a hundred if it is not passed; 0 if it is only told. */
  readonly weight: number;
}

export interface Judged {
  readonly passed: boolean | null;
  readonly message: string;
  readonly evidence?: string | null | undefined;
  readonly advice?: string | undefined;
  readonly weight?: number;
}

/** Creates a maker of alerts of one group. */
export function alertsOf(group: QualityGroup) {
  return (
    check: string,
    rule: string,
    { passed, message, evidence, advice, weight = 0 }: Judged,
  ): QualityAlert => ({
    check,
    group,
    passed,
    severity: passed === false ? 'warning' : 'info',
    message,
    rule,
    evidence: evidence ? evidence.slice(0, 300).toWellFormed() : null,
    advice: passed === false ? (advice ?? null) : null,
    weight,
  });
}
