import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Parser,
  type Scalar,
} from 'yaml';
import type { Findings } from '../model/findings.ts';
import type { Source, Span, Word } from '../model/source.ts';
import { findExcess } from './measure-depth.ts';
import type { YamlEntry, YamlMap, YamlNode } from './nodes.ts';

/** The longest document that is read, in characters. */
const longestText = 256 * 1024;
/** Faults of a text after which the rest of it is left alone. */
const mostFaults = 100;
/** Nodes of a document, those that aliases stand for counted each time. */
const mostNodes = 50_000;

/** Messages for the faults that the parser tells by code; its own words may quote the text. */
const faults: Readonly<Record<string, readonly [code: string, message: string, suggestion: string]>> = {
  TAB_AS_INDENT: ['tabulator', 'A tabulator indents the line.', 'Use spaces.'],
  BAD_INDENT: ['indentation', 'The line is not indented like those before it.', 'Indent it alike.'],
  MISSING_CHAR: ['syntax', 'A sign is missing: a colon, a comma, a quotation mark or a bracket.', 'Add it.'],
};

/**
 * Reads the first document of a YAML text: scalars as texts, aliases as what they stand for, merged maps as one. Tells of faults.
 * Undefined for an empty document.
 */
export function readYaml(source: Source, findings: Findings, manual: string): YamlNode | undefined {
  const refuse = (code: string, start: number, end: number, message: string, suggestion: string) =>
    findings.refuse({ code, at: { source, start, end }, message, rule: `${manual}; YAML 1.2`, suggestion });
  if (source.text.length > longestText) {
    refuse('too_large', 0, 0, 'The file is longer than 262,144 characters.', 'Shorten it.');
    return undefined;
  }
  const excess = findExcess(source.text);
  if (excess !== undefined) {
    const at = Math.min(excess.at, source.text.length);
    if (excess.code === 'too_deep')
      refuse('too_deep', at, at, 'Sections are nested deeper than any option is.', 'Flatten them.');
    else refuse('too_large', at, at, 'The file has more words and signs than are read.', 'Shorten it.');
    return undefined;
  }
  const { document, next } = compose(source.text);
  if (next !== undefined) {
    const at = { source, start: next, end: next };
    const said = 'Another document begins here; it is not read.';
    findings.say('several_documents', 'medium', at, said, manual, 'Keep one document.');
  }
  if (document === undefined) return undefined;
  for (const { code, pos } of document.errors) {
    const [start, end] = pos.map((place) => Math.min(place, source.text.length)) as [number, number];
    const [name, message, suggestion] = faults[code] ?? ['syntax', 'This is no YAML.', 'Mend it.'];
    refuse(name, start, end, message, suggestion);
  }
  const reader = new NodeReader(source, refuse);
  return document.contents === null ? undefined : reader.read(document.contents as Node);
}

/** Composes the first document of a text, up to where too much of it is no YAML, and tells where the next one begins. */
function compose(text: string): { readonly document?: Document; readonly next?: number } {
  const composer = new Composer({
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    strict: true,
    logLevel: 'error',
  });
  let wrong = 0;
  for (const token of new Parser().parse(text)) {
    if (token.type === 'error' && ++wrong > mostFaults) break;
    for (const document of composer.next(token)) return { document, next: token.offset };
  }
  const [document] = composer.end(true, text.length);
  return document === undefined ? {} : { document };
}

type Refuse = (code: string, start: number, end: number, message: string, suggestion: string) => void;

class NodeReader {
  readonly #source: Source;
  readonly #refuse: Refuse;
  /** Undefined while the node of an anchor is still being read. */
  readonly #anchors = new Map<string, { readonly node: YamlNode; readonly size: number } | undefined>();
  #count = 0;
  #isFull = false;

  constructor(source: Source, refuse: Refuse) {
    this.#source = source;
    this.#refuse = refuse;
  }

  read(node: Node): YamlNode {
    const span = this.#span(node);
    if (isAlias(node)) return this.#alias(node.source, span);
    const before = this.#count++;
    const anchor = (node as Scalar).anchor;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const read = this.#value(node, span);
    if (anchor !== undefined) this.#anchors.set(anchor, { node: read, size: this.#count - before });
    return read;
  }

  #value(node: Node, span: Span): YamlNode {
    if (isSeq(node)) {
      const items = node.items.map((item) => this.#read(item as Node | null, span));
      return { kind: 'list', ...span, items };
    }
    if (isMap(node)) {
      const entries = new Map<string, YamlEntry>();
      const merged: YamlNode[] = [];
      for (const { key, value } of node.items)
        this.#entry(key as Node, value as Node | null, entries, merged);
      for (const map of merged.flatMap((one) => (one.kind === 'list' ? one.items : [one]))) {
        if (map.kind !== 'map') continue;
        for (const [name, entry] of map.entries) if (!entries.has(name)) entries.set(name, entry);
      }
      return { kind: 'map', ...span, entries };
    }
    const text = isScalar(node) ? String(node.value ?? '') : '';
    return { kind: 'scalar', ...span, text, quoted: isScalar(node) && node.type !== 'PLAIN' };
  }

  #entry(key: Node | null, value: Node | null, entries: Map<string, YamlEntry>, merged: YamlNode[]): void {
    const name = this.#name(key);
    if (name === undefined) return;
    const read = this.#read(value, name);
    if (name.text === '<<' && !name.quoted) {
      merged.push(read);
      return;
    }
    if (entries.has(name.text)) {
      const message = 'The option is set before in the same section.';
      this.#refuse('duplicate_option', name.start, name.end, message, 'Keep one of them.');
    }
    entries.set(name.text, {
      source: name.source,
      start: name.start,
      end: Math.max(name.end, read.end),
      name,
      value: read,
    });
  }

  #name(key: Node | null): Word | undefined {
    const read = key === null ? undefined : this.read(key);
    if (read?.kind === 'scalar') return read;
    if (read !== undefined)
      this.#refuse('syntax', read.start, read.end, 'The name of an option is a word.', 'Write one word.');
    return undefined;
  }

  /** A value that is not written has its place behind the name. */
  #read(node: Node | null, beside: Span): YamlNode {
    if (node !== null && this.#count < mostNodes) return this.read(node);
    if (node !== null) this.#tellFull(beside);
    return {
      kind: 'scalar',
      source: this.#source,
      start: beside.end,
      end: beside.end,
      text: '',
      quoted: false,
    };
  }

  #alias(name: string, span: Span): YamlNode {
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) {
      const message = 'The alias has no anchor before it.';
      this.#refuse('undefined_reference', span.start, span.end, message, 'Write the value.');
    } else {
      this.#count += anchored.size;
      if (this.#count < mostNodes) return anchored.node;
      this.#tellFull(span);
    }
    return { kind: 'scalar', ...span, text: '', quoted: false };
  }

  #tellFull(at: Span): void {
    if (this.#isFull) return;
    this.#isFull = true;
    const message = `The file stands for more than ${mostNodes} values.`;
    this.#refuse('too_large', at.start, at.end, message, 'Use fewer aliases.');
  }

  #span(node: Node): Span {
    const [start = 0, end = start] = node.range ?? [];
    const last = this.#source.text.length;
    return { source: this.#source, start: Math.min(start, last), end: Math.max(start, Math.min(end, last)) };
  }
}

/** Tells whether a node is a section; the type of a whole configuration. */
export function isSection(node: YamlNode | undefined): node is YamlMap {
  return node?.kind === 'map';
}
