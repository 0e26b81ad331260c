import { isScalarType, type ScalarType } from './scalar-types.ts';

/** A YAML shape is what an option may hold. */
export type YamlShape =
  | { readonly kind: ScalarType | 'any' }
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | { readonly kind: 'list' | 'free'; of: YamlShape }
  | { readonly kind: 'section'; readonly members: Map<string, YamlShape> };

type Section = Extract<YamlShape, { readonly kind: 'section' }>;

/**
 * Reads a table of options, a line `path | type | names` each: of a path `rpzs[]` the options of the items of a list, of `groups{}` those
 * of values whose names are free, of `.` those of the whole. Types are those of scalars, `any`, and words to choose from, as in `strict/random`;
 * `text[]` is a list and `text{}` a map of them.
 */
export function readShapes(table: string): Section {
  const root: Section = { kind: 'section', members: new Map() };
  for (const line of table.split('\n')) {
    const [path = '', type = '', names = ''] = line.split(' | ');
    if (names === '') continue;
    const section = path === '.' ? root : path.split('.').reduce(enter, root);
    for (const name of names.split(' ')) section.members.set(name, shapeOf(type));
  }
  return root;
}

/** The section of that name within another, made if it is not there. */
function enter(section: Section, step: string): Section {
  const [, name = '', form = ''] = /^(.+?)(\[\]|\{\})?$/.exec(step) ?? [];
  const known = section.members.get(name);
  const inner = known?.kind === 'list' || known?.kind === 'free' ? known.of : known;
  if (inner?.kind === 'section') return inner;
  const made: Section = { kind: 'section', members: new Map() };
  section.members.set(name, form === '' ? made : { kind: form === '[]' ? 'list' : 'free', of: made });
  return made;
}

function shapeOf(type: string): YamlShape {
  if (type.endsWith('[]')) return { kind: 'list', of: shapeOf(type.slice(0, -2)) };
  if (type.endsWith('{}')) return { kind: 'free', of: shapeOf(type.slice(0, -2)) };
  if (type.includes('/')) return { kind: 'choice', words: type.split('/') };
  if (type !== 'any' && !isScalarType(type)) throw new Error(`There is no type ${type}.`);
  return { kind: type };
}
