import type { Findings } from '../model/findings.ts';
import { isNull, type YamlEntry, type YamlMap, type YamlNode } from './nodes.ts';
import { isScalarType, scalarTypes } from './scalar-types.ts';
import type { YamlShape } from './shapes.ts';

/** The manner of a server is how it takes what is wrong in its file. */
export interface YamlManner {
  readonly manual: string;
  /** Whether it stops at an option that it does not know. */
  readonly refusesUnknown: boolean;
  /** The words for yes and no. */
  readonly booleans: RegExp;
}

const meanings = { any: 'a value', list: 'a list', free: 'a section', section: 'a section' } as const;

function meaningOf(shape: YamlShape): string {
  if (shape.kind === 'choice') return `one of ${shape.words.join(', ')}`;
  return isScalarType(shape.kind) ? scalarTypes[shape.kind].meaning : meanings[shape.kind];
}

/** Tells of the options of a section that are unknown, misplaced or of a wrong type. */
export function checkShape(node: YamlNode, shape: YamlShape, manner: YamlManner, findings: Findings): void {
  new ShapeChecker(shape, manner, findings).check(node, shape, undefined);
}

class ShapeChecker {
  readonly #manner: YamlManner;
  readonly #findings: Findings;
  /** The section of each option, for those that stand in another. */
  readonly #places = new Map<string, string>();

  constructor(root: YamlShape, manner: YamlManner, findings: Findings) {
    this.#manner = manner;
    this.#findings = findings;
    if (root.kind !== 'section') return;
    for (const [section, shape] of root.members) {
      if (shape.kind !== 'section') continue;
      for (const name of shape.members.keys()) this.#places.set(name, this.#places.has(name) ? '' : section);
    }
  }

  /** The name is that of the option of ours whose value the node is, or is in. */
  check(node: YamlNode, shape: YamlShape, name: string | undefined): void {
    if (shape.kind === 'any' || isNull(node)) return;
    if (shape.kind === 'list' && node.kind === 'list')
      for (const item of node.items) this.check(item, shape.of, name);
    else if (shape.kind === 'free' && node.kind === 'map')
      for (const inner of node.entries.values()) this.check(inner.value, shape.of, name);
    else if (shape.kind === 'section' && node.kind === 'map') this.#section(node, shape.members);
    else if (!this.#isOfType(node, shape)) this.#wrong(node, shape, name);
  }

  #section(node: YamlMap, members: ReadonlyMap<string, YamlShape>): void {
    for (const entry of node.entries.values()) {
      const shape = members.get(entry.name.text);
      if (shape === undefined) this.#unknown(entry, members);
      else this.check(entry.value, shape, entry.name.text);
    }
  }

  #isOfType(node: YamlNode, shape: YamlShape): boolean {
    if (node.kind !== 'scalar') return false;
    if (shape.kind === 'boolean') return !node.quoted && this.#manner.booleans.test(node.text);
    if (shape.kind === 'choice')
      return shape.words.some((word) => word.toLowerCase() === node.text.toLowerCase());
    return isScalarType(shape.kind) && scalarTypes[shape.kind].accepts(node);
  }

  #unknown({ name }: YamlEntry, members: ReadonlyMap<string, YamlShape>): void {
    const { manual, refusesUnknown } = this.#manner;
    const place = this.#places.get(name.text);
    const isMisplaced = place !== undefined && place !== '';
    this.#findings.add({
      code: isMisplaced ? 'misplaced_option' : 'unknown_option',
      severity: refusesUnknown ? 'high' : 'low',
      refused: refusesUnknown,
      at: name,
      message: isMisplaced
        ? 'This option does not stand in this section.'
        : 'There is no option of this name here.',
      rule: manual,
      suggestion: isMisplaced ? `Put it into ${place}.` : this.#findings.instead(name.text, members),
    });
  }

  #wrong(node: YamlNode, shape: YamlShape, name: string | undefined): void {
    const meaning = meaningOf(shape);
    this.#findings.refuse({
      code: 'wrong_type',
      at: node,
      message: `${name ?? 'The configuration'} takes ${meaning}.`,
      rule: name === undefined ? this.#manner.manual : `${this.#manner.manual}, ${name}`,
      suggestion: `Write ${meaning}.`,
    });
  }
}
