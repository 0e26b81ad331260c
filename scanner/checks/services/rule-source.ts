/** A rule source states where a rule about a service comes from. */
export interface RuleSource {
  /** The page of the provider that shows what the rule looks for; the provider's documentation or site if `confirmed` is false. */
  readonly source: string;
  /** Whether that page was read and shows it; false if the rule rests on records as they stand in zones. */
  readonly confirmed: boolean;
  /** The terms of what was taken: `facts_only` is the name or prefix alone, without any text of the page. */
  readonly terms: 'facts_only';
}

/** Makes the source of a rule that the provider's page shows. */
export function documented(source: string): RuleSource {
  return { source, confirmed: true, terms: 'facts_only' };
}

/** Makes the source of a rule that no page of the provider has been found to show yet. */
export function unconfirmed(source: string): RuleSource {
  return { source, confirmed: false, terms: 'facts_only' };
}
