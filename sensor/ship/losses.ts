import type { Ledger } from '@sonde/shared/batch/metadata.ts';

/** A loss place names the stage after the pipeline at which rows are lost. */
export type LossPlace = 'queue' | 'spool' | 'refused';

export interface Loss {
  readonly rows: number;
  /** DNS messages in those rows. */
  readonly messages: number;
}

export type Losses = Readonly<Partial<Record<LossPlace, Loss>>>;

/** A loss counter counts losses, by place. */
export class LossCounter {
  readonly #losses: Partial<Record<LossPlace, Loss>> = {};

  add(place: LossPlace, rows: number, messages: number): void {
    const before = this.#losses[place] ?? { rows: 0, messages: 0 };
    this.#losses[place] = { rows: before.rows + rows, messages: before.messages + messages };
  }

  get losses(): Losses {
    return { ...this.#losses };
  }
}

/**
 * Writes losses into a ledger so that it balances on: their rows under `rows_dropped`, their messages moved from
 * `messages_stored` to `messages_dropped`.
 */
export function withLosses(ledger: Ledger, losses: Losses): Ledger {
  const rows = { ...ledger.rows_dropped };
  const messages = { ...ledger.messages_dropped };
  let stored = ledger.messages_stored;
  for (const place of ['queue', 'spool', 'refused'] as const) {
    const loss = losses[place];
    if (loss === undefined) continue;
    rows[place] = (rows[place] ?? 0) + loss.rows;
    messages[place] = (messages[place] ?? 0) + loss.messages;
    stored -= loss.messages;
  }
  return { ...ledger, messages_stored: stored, messages_dropped: messages, rows_dropped: rows };
}
