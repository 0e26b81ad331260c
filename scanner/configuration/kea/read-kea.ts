import type { Findings } from '../model/findings.ts';
import { Source, type Span } from '../model/source.ts';
import type { YamlNode } from '../yaml/nodes.ts';
import { readYaml } from '../yaml/read-yaml.ts';

/** Strings, comments of three kinds, includes, and tabulators between them. */
const parts = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<\?include[^\n]{0,300}?\?>|\t/g;

/**
 * Reads the JSON of Kea, which may have comments and includes: both become blanks, so that every place stays where it is, and what is
 * left is YAML too. Tells what YAML takes and JSON does not.
 */
export function readKea(source: Source, findings: Findings, manual: string): YamlNode | undefined {
  let includes = 0;
  const plain = source.text.replaceAll(parts, (part, offset: number) => {
    if (part.startsWith('"')) return part;
    if (part.startsWith('<?include')) {
      includes++;
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
  // An include may stand for a value.
  if (root !== undefined) new JsonCheck(plain, includes > 0, findings, manual).check(root);
  return root;
}

class JsonCheck {
  readonly #text: string;
  readonly #mayBeEmpty: boolean;
  readonly #findings: Findings;
  readonly #manual: string;

  constructor(text: string, mayBeEmpty: boolean, findings: Findings, manual: string) {
    this.#text = text;
    this.#mayBeEmpty = mayBeEmpty;
    this.#findings = findings;
    this.#manual = manual;
  }

  check(node: YamlNode): void {
    const sign = this.#text[node.start];
    if (node.kind === 'scalar') {
      if (node.text === '' && !node.quoted) {
        if (!this.#mayBeEmpty) this.#refuse(node, 'A value is missing.', 'Add it.');
        return;
      }
      const isJson = node.quoted ? sign === '"' : /^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(node.text);
      if (!isJson) this.#refuse(node, 'A text stands in quotation marks.', 'Put it in quotation marks.');
    } else if (sign !== (node.kind === 'map' ? '{' : '[')) {
      this.#refuse(node, 'This is no JSON.', 'Write braces and brackets.');
    } else if (node.kind === 'list') {
      for (const item of node.items) this.check(item);
    } else {
      for (const { name, value } of node.entries.values()) {
        if (this.#text[name.start] !== '"')
          this.#refuse(name, 'A name stands in quotation marks.', 'Add them.');
        this.check(value);
      }
    }
  }

  #refuse(at: Span, message: string, suggestion: string): void {
    const rule = `${this.#manual}; RFC 8259`;
    this.#findings.refuse({ code: 'syntax', at, message, rule, suggestion });
  }
}
