import type { SeenRow } from '../../batch/seen-row.ts';
import type { PresentationId } from '../presentation-ids.ts';
import { type JsonField, jsonWriter } from './json-writer.ts';

/** An outgoing query is a transaction on its way out. */
export interface OutgoingQuery {
  /** The same at each attempt, whatever else is passed on with it. */
  readonly id: string;
  readonly query: SeenRow;
  /** The row itself in the present form; absent where there is none, as in a test. */
  readonly row?: Buffer;
}

/** A field of a presentation is declared once: the same line serves the program, the documentation and the tests. */
export interface Field<Item> extends JsonField<Item> {
  /** The content of the field, in words. */
  readonly holds: string;
}

/** A mapping shows one kind of thing. */
export interface Mapping<Item> {
  readonly fields: readonly { readonly name: string; readonly holds: string }[];
  /** The texts that stand for it, each without a line feed; none if there is nothing to show. */
  readonly texts: (item: Item) => readonly string[];
}

/** A presentation head tells what a presentation is. */
export interface PresentationHead {
  readonly id: PresentationId;
  readonly title: string;
  /** The place at which its fields are published. */
  readonly published: string;
  /** Whether each text is a JSON object. */
  readonly isJson: boolean;
}

/** A query presentation shows transactions. */
export interface QueryPresentation extends PresentationHead {
  readonly queries: Mapping<OutgoingQuery>;
}

/** Makes a mapping to JSON objects, a dot in a field's name leading into an object. */
export function nested<Item>(fields: readonly Field<Item>[]): Mapping<Item> {
  const write = jsonWriter(fields, { isNested: true });
  return { fields, texts: (item) => [write(item)] };
}

/** Makes a mapping to JSON objects whose keys keep their dots; `parts` are what each item is taken apart into. */
export function flat<Item, Part = Item>(
  fields: readonly Field<Part>[],
  parts: (item: Item) => readonly Part[] = (item) => [item as unknown as Part],
): Mapping<Item> {
  const write = jsonWriter(fields, { isNested: false });
  return { fields, texts: (item) => parts(item).map(write) };
}
