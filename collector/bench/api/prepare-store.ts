import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchAccount, makeAccount } from './accounts.ts';
import type { AskedPeriod } from './api-questions.ts';
import { CollectorProcess } from './collector-process.ts';
import { filledInserts, fillStore } from './fill-store.ts';

/** A prepared store is a collector's directory with generated traffic of an account. */
export interface PreparedStore {
  readonly period: AskedPeriod;
  readonly account: BenchAccount;
  readonly rows: number;
}

export interface StorePlan {
  readonly rows: number;
  readonly days: number;
  readonly locations: number;
  /** Memory of ClickHouse, as the setting has it; the setting's default if undefined. */
  readonly memory: string | undefined;
  /** The collector's data; what an earlier run stored there is used again. */
  readonly directory: string;
}

export interface FillableStore {
  /** Inserts a file of rows as one block, once for a token. */
  readonly insertDay: (path: string, token: string) => Promise<void>;
  /** Merges rows of earlier days than that one, and facts, as the store does by itself some hours later. */
  readonly mergePast: (day: Date, progress: (done: number, all: number) => void) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface PrepareParts {
  readonly openStore: (dataDirectory: string) => Promise<FillableStore>;
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

/** What the directory knows of its own making. An interrupted one goes on where it was. */
interface Note extends PreparedStore {
  readonly inserts: number;
  readonly isMerged: boolean;
}

const questions = 200_000;
const clients = 2_000;

/** Makes the account and its traffic, or what an earlier run left of it to do. */
export async function prepareStore(
  plan: StorePlan,
  dataDirectory: string,
  parts: PrepareParts,
): Promise<PreparedStore> {
  const path = join(plan.directory, 'prepared.json');
  const earlier = await readNote(path);
  if (earlier?.isMerged) return earlier;
  const collector = await CollectorProcess.start(dataDirectory, { memory: plan.memory, days: plan.days });
  try {
    let note = earlier ?? (await begin(plan, collector));
    const write = async (change: Partial<Note>): Promise<void> => {
      note = { ...note, ...change };
      await writeFile(`${path}.new`, JSON.stringify(note), { mode: 0o600 });
      await rename(`${path}.new`, path);
    };
    await write({});
    const store = await parts.openStore(dataDirectory);
    try {
      const inserts = filledInserts(note.rows, note.period);
      const shape = { seed: 1, questions, clients, locations: note.account.locationIds };
      await fillStore(
        inserts,
        note.inserts,
        { shape, directory: plan.directory },
        {
          insertDay: store.insertDay,
          progress: parts.progress,
          noted: (count) => write({ inserts: count }),
          signal: parts.signal,
        },
      );
      await store.mergePast(new Date(note.period.to), (done, all) => {
        parts.signal.throwIfAborted();
        if (done % 10 === 0) parts.progress(`${done} of ${all} partitions merged`);
      });
      await write({ isMerged: true });
      await rm(join(plan.directory, 'fill.rows'), { force: true });
    } finally {
      await store.close();
    }
    return note;
  } finally {
    await collector.stop();
  }
}

async function begin(plan: StorePlan, { listening }: CollectorProcess): Promise<Note> {
  const to = Date.now();
  return {
    period: { from: to - plan.days * 86_400_000, to, questions, clients },
    account: await makeAccount(listening.url, listening.adminKey, plan.locations),
    rows: plan.rows,
    inserts: 0,
    isMerged: false,
  };
}

async function readNote(path: string): Promise<Note | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Note);
}
