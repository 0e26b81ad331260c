import type { Span, Word } from '../model/source.ts';

/** A YAML scalar is one value, as text: what it means is decided by the option that has it. */
export interface YamlScalar extends Word {
  readonly kind: 'scalar';
}

export interface YamlList extends Span {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
}

export interface YamlEntry extends Span {
  readonly name: Word;
  readonly value: YamlNode;
}

/** A YAML map is a section: names and their values, each name once. */
export interface YamlMap extends Span {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

/** A YAML node is a value of a document; aliases are in it as what they stand for. */
export type YamlNode = YamlScalar | YamlList | YamlMap;

/** Finds the entry at a path of names: `dns`, `bind_hosts`. */
export function entryAt(node: YamlNode | undefined, ...path: readonly string[]): YamlEntry | undefined {
  let entry: YamlEntry | undefined;
  let at = node;
  for (const name of path) {
    entry = at?.kind === 'map' ? at.entries.get(name) : undefined;
    at = entry?.value;
  }
  return entry;
}

/** Tells whether a node says nothing: an empty value, `~` or `null`. */
export function isNull(node: YamlNode): boolean {
  return node.kind === 'scalar' && !node.quoted && /^(?:|~|null)$/i.test(node.text);
}

/** Reads the text of an entry that has one; undefined for no entry, nothing and collections. */
export function textOf(entry: YamlEntry | undefined): string | undefined {
  return entry?.value.kind === 'scalar' && !isNull(entry.value) ? entry.value.text : undefined;
}

/** Reads the scalars of a value that is a list of them, or one alone. */
export function scalarsOf(node: YamlNode | undefined): readonly YamlScalar[] {
  if (node === undefined || isNull(node)) return [];
  if (node.kind === 'scalar') return [node];
  return node.kind === 'list' ? node.items.filter((item) => item.kind === 'scalar') : [];
}

/** Reads the maps of a list. */
export function mapsOf(entry: YamlEntry | undefined): readonly YamlMap[] {
  return entry?.value.kind === 'list' ? entry.value.items.filter((item) => item.kind === 'map') : [];
}

const on = /^(?:true|yes|on|y)$/i;
const off = /^(?:false|no|off|n)$/i;

/** Tells whether an entry is there and on. */
export const isOn = (entry: YamlEntry | undefined) => on.test(textOf(entry) ?? '');
/** Tells whether an entry is there and off. */
export const isOff = (entry: YamlEntry | undefined) => off.test(textOf(entry) ?? '');
