import type { EncryptedFlow } from '../../batch/encrypted-flow.ts';
import type { SeenRow } from '../../batch/seen-row.ts';
import type { PresentationId } from '../presentation-ids.ts';
import { JsonOctets } from './json-octets.ts';
import { type JsonField, jsonWriter } from './json-writer.ts';

/** An outgoing query is a transaction on its way out. */
export interface OutgoingQuery {
  /** The same at each attempt, whatever else is passed on with it. */
  readonly id: string;
  readonly query: SeenRow;
  /** The row itself in the present form; absent where there is none, as in a test. */
  readonly row?: Buffer;
}

/** An outgoing connection is a telling of a connection of encrypted DNS on its way out. */
export interface OutgoingConnection {
  /** The same at each attempt, and of no other telling. */
  readonly id: string;
  readonly flow: EncryptedFlow;
  /** The name of the machine that passes it on. */
  readonly sensor?: string | undefined;
}

/** A field of a presentation is declared once: the same line serves the program, the documentation and the tests. */
export interface Field<Item> extends JsonField<Item> {
  /** The content of the field, in words. */
  readonly holds: string;
}

/** A function of this type writes the texts that stand for an item, each without a line feed, and calls `ended` behind each: not at all if there is nothing to show. */
export type WriteTexts<Item> = (output: JsonOctets, item: Item, ended: () => void) => void;

/** A mapping shows one kind of thing. */
export interface Mapping<Item> {
  readonly fields: readonly { readonly name: string; readonly holds: string }[];
  readonly write: WriteTexts<Item>;
  /** Gives what `write` writes. */
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

/** A query presentation shows transactions, and connections of encrypted DNS if the schema has a form for them. */
export interface QueryPresentation extends PresentationHead {
  readonly queries: Mapping<OutgoingQuery>;
  readonly connections?: Mapping<OutgoingConnection>;
}

/** Makes a mapping of the function that writes it. */
export function mappingOf<Item>(fields: Mapping<Item>['fields'], write: WriteTexts<Item>): Mapping<Item> {
  const output = new JsonOctets();
  const texts = (item: Item): readonly string[] => {
    const made: string[] = [];
    // Of an item that a value could not be had of, something may have been left.
    output.cut(0);
    write(output, item, () => {
      made.push(output.toString());
      output.cut(0);
    });
    return made;
  };
  return { fields, write, texts };
}

/** Makes a mapping to JSON objects, a dot in a field's name leading into an object. */
export function nested<Item>(fields: readonly Field<Item>[]): Mapping<Item> {
  const write = jsonWriter(fields, { isNested: true });
  return mappingOf(fields, (output, item, ended) => {
    write(output, item);
    ended();
  });
}

/** Makes a mapping to JSON objects whose keys keep their dots; `parts` are what each item is taken apart into. */
export function flat<Item, Part = Item>(
  fields: readonly Field<Part>[],
  parts: (item: Item) => readonly Part[] = (item) => [item as unknown as Part],
): Mapping<Item> {
  const write = jsonWriter(fields, { isNested: false });
  return mappingOf(fields, (output, item, ended) => {
    for (const part of parts(item)) {
      write(output, part);
      ended();
    }
  });
}
