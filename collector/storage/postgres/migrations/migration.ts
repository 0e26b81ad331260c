/** A migration is one step of the schema. Once released it never changes; a mistake in it is mended by the next one. */
export interface Migration {
  /** From 1, without gaps. */
  readonly id: number;
  readonly name: string;
  /** Statements that PostgreSQL 15 takes, run in one transaction. */
  readonly sql: string;
}
