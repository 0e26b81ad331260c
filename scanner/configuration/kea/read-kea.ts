import type { Findings } from '../model/findings.ts';
import { Source } from '../model/source.ts';
import type { YamlNode } from '../yaml/nodes.ts';
import { readYaml } from '../yaml/read-yaml.ts';

/** Strings, comments of three kinds, includes, and tabulators between them. */
const parts = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<\?include[^\n]{0,300}?\?>|\t/g;

/**
 * Reads the JSON of Kea, which may have comments and includes: both become blanks, so that every place stays where it is, and what is
 * left is YAML too. Tells what YAML takes and JSON does not.
 */
export function readKea(source: Source, findings: Findings, manual: string): YamlNode | undefined {
  const plain = source.text.replaceAll(parts, (part, offset: number) => {
    if (part.startsWith('"')) return part;
    if (part.startsWith('<?include')) {
      const at = { source, start: offset, end: offset + part.length };
      const message = 'What the included file says is not judged.';
      findings.say(
        'include_not_judged',
        'info',
        at,
        message,
        manual,
        'Have it judged with what includes it in one file.',
      );
    }
    return part.replaceAll(/[^\n]/g, ' ');
  });
  const root = readYaml(new Source(source.name, plain), findings, manual);
  if (root !== undefined) checkJson(root, plain, findings, manual);
  return root;
}

function checkJson(node: YamlNode, text: string, findings: Findings, manual: string): void {
  const refuse = (at: YamlNode, message: string, suggestion: string) =>
    findings.refuse({ code: 'syntax', at, message, rule: `${manual}; RFC 8259`, suggestion });
  if (node.kind === 'scalar') {
    const isJson = node.quoted
      ? text[node.start] === '"'
      : /^(?:|true|false|null|-?\d[\d.eE+-]*)$/.test(node.text);
    if (!isJson) refuse(node, 'A text stands in quotation marks.', 'Put it in quotation marks.');
  } else if (text[node.start] !== (node.kind === 'map' ? '{' : '[')) {
    refuse(node, 'This is no JSON.', 'Write braces and brackets.');
  } else if (node.kind === 'list') {
    for (const item of node.items) checkJson(item, text, findings, manual);
  } else {
    for (const { name, value } of node.entries.values()) {
      if (text[name.start] !== '"')
        refuse({ kind: 'scalar', ...name }, 'A name stands in quotation marks.', 'Add them.');
      checkJson(value, text, findings, manual);
    }
  }
}
