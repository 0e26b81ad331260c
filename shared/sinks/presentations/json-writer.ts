import type { JsonOctets } from './json-octets.ts';

/** A JSON field is a member of an object: if its name has dots and the writer is nested, of an object in it. */
export interface JsonField<Item> {
  readonly name: string;
  /** Undefined leaves the member out. */
  readonly value: (item: Item) => unknown;
  /**
   * What the value depends on, if many items have it in common: the member is then written once for each. Members side by side that
   * depend on the same function are kept as one. Undefined if the item is like few others.
   */
  readonly by?: (item: Item) => string | number | undefined;
  /**
   * Makes of the item what the value is taken from in its place. Members side by side that name the same function have it made once for
   * all of them.
   */
  readonly from?: (item: Item) => unknown;
  /** Writes a value that is an object or a list of objects, of which `value` gives the source; null is written as it is. */
  readonly write?: (output: JsonOctets, value: never) => void;
}

/** Says that a member is the same for all items. */
export const always = (): number => 0;

/** Octets that one set of members keeps, at most; then it begins anew. */
const mostKept = 1024 * 1024;
/** Octets of what is kept beside a key and its members. */
const entryOctets = 100;
const opening = { object: octetsOf('{'), list: octetsOf('[') };
const closing = { object: octetsOf('}'), list: octetsOf(']') };
const words = { null: octetsOf('null'), true: octetsOf('true'), false: octetsOf('false') };

/** Writes members of an object, a comma before each but the first of all; those that are not there leave nothing. */
type Members<Item> = (output: JsonOctets, item: Item, isFirst: boolean) => void;

interface Part<Item> {
  readonly by: JsonField<Item>['by'];
  readonly from?: JsonField<Item>['from'] | undefined;
  readonly write: Members<Item>;
}

/**
 * Makes a function that writes items as JSON objects, with what is known beforehand put together once: at tens of thousands of rows a
 * second, objects made to be read again by `JSON.stringify` cost several times as much.
 */
export function jsonWriter<Item>(
  fields: readonly JsonField<Item>[],
  { isNested }: { readonly isNested: boolean },
): (output: JsonOctets, item: Item) => void {
  const paths = fields.map(({ name, ...rest }) => ({ ...rest, path: isNested ? name.split('.') : [name] }));
  const write = inRuns(partsOf(paths, 0));
  return (output, item) => {
    output.octets(opening.object);
    write(output, item, true);
    output.octets(closing.object);
  };
}

/** Makes the `write` of a field that is a list of objects. */
export function listOf<Item>(fields: readonly JsonField<Item>[]) {
  const write = objectOf(fields);
  return (output: JsonOctets, items: readonly Item[]): void => writeList(output, items, write);
}

/** Makes the `write` of a field that is an object. */
export function objectOf<Item>(fields: readonly JsonField<Item>[]) {
  return jsonWriter(fields, { isNested: false });
}

interface PathField<Item> extends Omit<JsonField<Item>, 'name'> {
  readonly path: readonly string[];
}

/** The members at a depth in the order in which they are first named. */
function partsOf<Item>(fields: readonly PathField<Item>[], depth: number): Part<Item>[] {
  const byKey = Map.groupBy(fields, ({ path }) => path[depth]!);
  return [...byKey].map(([key, own]) => {
    const first = own[0]!;
    if (first.path.length === depth + 1)
      return { by: first.by, from: first.from, write: valueMember(key, first) };
    const parts = partsOf(own, depth + 1);
    const { by } = parts[0]!;
    return {
      by: parts.every((part) => part.by === by) ? by : undefined,
      write: objectMember(key, inRuns(parts)),
    };
  });
}

/** Members side by side that depend on the same are kept together. */
function inRuns<Item>(parts: readonly Part<Item>[]): Members<Item> {
  const runs: Part<Item>[][] = [];
  for (const part of parts) {
    const [last] = runs.slice(-1);
    if (last !== undefined && part.by !== undefined && last[0]!.by === part.by) last.push(part);
    else runs.push([part]);
  }
  return inTurn(
    runs.map((run) => {
      const write = inTurn(withSources(run));
      const { by } = run[0]!;
      return by === undefined ? write : remembered(write, by);
    }),
  );
}

/** What writes members side by side that have the same source is one writer, which has the source made. */
function withSources<Item>(parts: readonly Part<Item>[]): Members<Item>[] {
  const writers: Members<Item>[] = [];
  for (let start = 0, end = 0; start < parts.length; start = end) {
    const { from } = parts[start]!;
    for (end = start + 1; end < parts.length && parts[end]!.from === from; ) end++;
    const own = parts.slice(start, end).map(({ write }) => write);
    if (from === undefined) writers.push(...own);
    else {
      const write = inTurn(own);
      writers.push((output, item, isFirst) => write(output, from(item) as Item, isFirst));
    }
  }
  return writers;
}

function inTurn<Item>(writers: readonly Members<Item>[]): Members<Item> {
  if (writers.length === 1) return writers[0]!;
  return (output, item, isFirst) => {
    const start = output.length;
    for (const write of writers) write(output, item, isFirst && output.length === start);
  };
}

function remembered<Item>(write: Members<Item>, by: NonNullable<JsonField<Item>['by']>): Members<Item> {
  const kept = new Map<string | number, Uint8Array>();
  let size = 0;
  return (output, item, isFirst) => {
    const key = by(item);
    if (key === undefined) return write(output, item, isFirst);
    const octets = kept.get(key);
    if (octets !== undefined) {
      output.octets(isFirst ? octets.subarray(1) : octets);
      return;
    }
    const start = output.length;
    write(output, item, false);
    const made = output.copyFrom(start);
    output.cut(start);
    output.octets(isFirst ? made.subarray(1) : made);
    // Names come from the wire, and a member that is not there has no octets: the keys count as well.
    const octetsKept = made.length + (typeof key === 'string' ? key.length : 0) + entryOctets;
    size += octetsKept;
    if (size > mostKept) {
      kept.clear();
      size = octetsKept;
    }
    kept.set(key, made);
  };
}

function valueMember<Item>(
  key: string,
  { value, write }: Pick<JsonField<Item>, 'value' | 'write'>,
): Members<Item> {
  const name = octetsOf(`${JSON.stringify(key)}:`);
  const nextName = octetsOf(`,${JSON.stringify(key)}:`);
  return (output, item, isFirst) => {
    const held = value(item);
    if (held === undefined) return;
    output.octets(isFirst ? name : nextName);
    if (write !== undefined && held !== null) write(output, held as never);
    else writeValue(output, held);
  };
}

function objectMember<Item>(key: string, members: Members<Item>): Members<Item> {
  const name = octetsOf(`${JSON.stringify(key)}:{`);
  const nextName = octetsOf(`,${JSON.stringify(key)}:{`);
  return (output, item, isFirst) => {
    const start = output.length;
    output.octets(isFirst ? name : nextName);
    const inside = output.length;
    members(output, item, true);
    if (output.length === inside) output.cut(start);
    else output.octets(closing.object);
  };
}

function writeValue(output: JsonOctets, value: unknown): void {
  if (typeof value === 'string') output.text(value);
  else if (typeof value === 'number') output.number(value);
  else if (value === null) output.octets(words.null);
  else if (typeof value === 'boolean') output.octets(value ? words.true : words.false);
  else if (Array.isArray(value)) writeList(output, value, writeValue);
  else output.json(JSON.stringify(value));
}

function writeList<Item>(
  output: JsonOctets,
  items: readonly Item[],
  write: (output: JsonOctets, item: Item) => void,
): void {
  output.octets(opening.list);
  for (let index = 0; index < items.length; index++) {
    if (index > 0) output.comma();
    write(output, items[index]!);
  }
  output.octets(closing.list);
}

function octetsOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
