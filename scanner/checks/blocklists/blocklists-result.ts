export interface BlocklistsResult {
  /** In a sentence. */
  readonly details: string;
  /** Whether a list has the domain or the registered one above it; null if no list could say. */
  readonly listed: boolean | null;
  readonly lists: readonly BlocklistEntry[];
}

export interface BlocklistEntry {
  /** The zone of the list. */
  readonly list: string;
  /** `refused`: the list does not answer us. `broken`: it lists what none may list, does not list what all have to, or answers with what is no code. */
  readonly status: 'listed' | 'not_listed' | 'refused' | 'broken' | 'unanswered';
  /** The name that it lists. */
  readonly name: string | null;
  /** Addresses within 127.0.0.0/8, whose meaning is the list's own. */
  readonly codes: readonly string[];
  /** In the list's own words. */
  readonly reason: string | null;
}
