/** A propagation result holds the answers to the same questions by every server of the zone, and by resolvers. */
export interface PropagationResult {
  readonly zone: string | null;
  /** Whether all that answered said the same; null if fewer than two answered. */
  readonly consistent: boolean | null;
  readonly types: readonly PropagatedType[];
}

export interface PropagatedType {
  /** Mnemonic. */
  readonly type: string;
  readonly consistent: boolean | null;
  readonly answers: readonly PropagatedAnswer[];
}

export interface PropagatedAnswer {
  /** The name server's name; null for resolvers. */
  readonly name: string | null;
  readonly address: string;
  readonly kind: 'authoritative' | 'resolver';
  /** Presentation form, sorted; null if there was no answer. */
  readonly values: readonly string[] | null;
  readonly ttl: number | null;
  /** The reason why there was no answer. */
  readonly failure: string | null;
}
