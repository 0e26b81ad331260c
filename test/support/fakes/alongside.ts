import type { ExecutionContext } from 'ava';

/** One answer of the stand-ins and one of the stores. */
export interface Answers<Answer> {
  readonly standIn: Answer;
  readonly store: Answer;
}

/** The answer of the side that is asked at the moment. */
export type Of = <Answer>(answers: Answers<Answer>) => Answer;

/**
 * Asks stand-ins and the stores that they stand for the same questions, one after the other, and fails if they differ in more
 * than ids and times. What one of them answered is told apart by `of`: each has ids of its own.
 */
export function alongside<Stores>(t: ExecutionContext, standIns: Stores, stores: Stores) {
  return async <Answer>(
    what: string,
    ask: (stores: Stores, of: Of) => Promise<Answer>,
  ): Promise<Answers<Answer>> => {
    const standIn = await settled(ask(standIns, (answers) => answers.standIn));
    const store = await settled(ask(stores, (answers) => answers.store));
    const expected = comparable(store);
    t.deepEqual(within(comparable(standIn), expected), expected, what);
    return { standIn: answerOf(standIn), store: answerOf(store) };
  };
}

type Settled<Answer> = { readonly answer: Answer } | { readonly error: unknown };

async function settled<Answer>(question: Promise<Answer>): Promise<Settled<Answer>> {
  try {
    return { answer: await question };
  } catch (error) {
    return { error };
  }
}

function answerOf<Answer>(settled: Settled<Answer>): Answer {
  return 'answer' in settled ? settled.answer : (undefined as Answer);
}

/** A value without the ids, times and classes that two stores may differ in. */
function comparable(value: unknown): unknown {
  if (value instanceof Date) return 'a time';
  if (value instanceof Error) return `${value.name}: ${'code' in value ? value.code : value.message}`;
  if (value instanceof Map) {
    const entries = [...value].map(([key, one], index) => [typeof key === 'number' ? index : key, one]);
    return comparable(Object.fromEntries(entries));
  }
  if (Array.isArray(value)) return value.map(comparable);
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => [name, isId(name) && one !== null ? 'an id' : comparable(one)])
      .toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1)),
  );
}

/** A stand-in's answer without what the store does not tell: it may hold its own notes in one. */
function within(value: unknown, expected: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(expected))
    return value.map((one, index) => (index < expected.length ? within(one, expected[index]) : one));
  if (!isPlain(value) || !isPlain(expected)) return value;
  const told = Object.entries(value).filter(([name]) => name in expected);
  return Object.fromEntries(told.map(([name, one]) => [name, within(one, expected[name])]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(name: string): boolean {
  return name === 'id' || name.endsWith('Id');
}
