import type { Word } from '../model/source.ts';
import { type Block, isBlock, isWord, type Statement } from './read-statements.ts';

/**
 * The settings are a block of a named.conf with its statements by name: `options`, a zone, a view, or the whole file.
 */
export interface Settings {
  readonly context: string;
  /** The statement that opens it; undefined for the whole. */
  readonly statement: Statement | undefined;
  readonly byName: ReadonlyMap<string, readonly Statement[]>;
  /** Blocks in it, by what they are: a file may have a zone for every customer. */
  readonly inner: ReadonlyMap<string, readonly Settings[]>;
}

/** Finds the first statement of a name. */
export function firstOf(settings: Settings | undefined, name: string): Statement | undefined {
  return settings?.byName.get(name)?.[0];
}

export function innerOf(settings: Settings, context: string): readonly Settings[] {
  return settings.inner.get(context) ?? [];
}

export function allInner(settings: Settings): Settings[] {
  return [...settings.inner.values()].flat();
}

/** Returns the word after the name: the value of most options, the name of most blocks. */
export function wordOf(statement: Statement | undefined, index = 1): Word | undefined {
  const item = statement?.items[index];
  return isWord(item) ? item : undefined;
}

export function textOf(statement: Statement | undefined): string | undefined {
  return wordOf(statement)?.text;
}

export function blockOf(statement: Statement | undefined): Block | undefined {
  return statement?.items.find(isBlock);
}

/** Tells whether a boolean is on; undefined if it is not set. */
export function isOn(statement: Statement | undefined): boolean | undefined {
  const text = textOf(statement)?.toLowerCase();
  return text === undefined ? undefined : ['yes', 'true', '1'].includes(text);
}
