import type { YamlEntry, YamlNode } from '@sonde/scanner/configuration/yaml/nodes.ts';
import { allOf, type Expression, oneOf } from './expression.ts';
import { wholeRow } from './fields.ts';
import type { ExpressionAllowance } from './linear-expression.ts';
import { readModifiers } from './modifiers.ts';
import { faulty } from './problem.ts';
import { readItem, readValues } from './read-item.ts';

/** Reads one search identifier: a map whose items all hold, a list of maps or words one of which does. Throws a SigmaProblem. */
export function readDetection(node: YamlNode, allowance: ExpressionAllowance): Expression {
  if (node.kind === 'map') {
    const entries = [...node.entries.values()];
    if (entries.length === 0) throw faulty('The search identifier is empty.', node);
    return allOf(
      entries.map((entry) =>
        entry.name.text.startsWith('|') ? words(entry, allowance) : readItem(entry, allowance),
      ),
    );
  }
  if (node.kind === 'scalar') return word(node, allowance);
  if (node.items.length === 0) throw faulty('The search identifier is empty.', node);
  return oneOf(
    node.items.map((item) => {
      if (item.kind === 'list')
        throw faulty('A search identifier must not contain a list within a list.', item);
      return item.kind === 'map' ? readDetection(item, allowance) : word(item, allowance);
    }),
  );
}

/** Words that are looked for in all that a row says: one of them, or with `|all` all. */
function words({ name, value }: YamlEntry, allowance: ExpressionAllowance): Expression {
  const [, ...said] = name.text.split('|');
  const modifiers = readModifiers(said, name);
  return readValues(
    wholeRow,
    modifiers.compares === 'equals' ? { ...modifiers, compares: 'contains' } : modifiers,
    value,
    allowance,
  );
}

function word(node: YamlNode, allowance: ExpressionAllowance): Expression {
  return readValues(wholeRow, { ...readModifiers([], node), compares: 'contains' }, node, allowance);
}
