/**
 * URI templates of DoH (RFC 6570 section 2): literals, and expressions of an operator and variables with their modifiers.
 * Operators that are reserved for extensions are none.
 */
const encoded = '%[0-9A-Fa-f]{2}';
const variable = `(?:[A-Za-z0-9_]|${encoded})(?:\\.?(?:[A-Za-z0-9_]|${encoded}))*(?::[1-9][0-9]{0,3}|\\*)?`;
const literal = `[^\\x00-\\x20"'%<>\\\\^\`{|}\\x7f]|${encoded}`;
const template = new RegExp(`^/(?:${literal}|\\{[+#./;?&]?${variable}(?:,${variable})*\\})*$`);
const expressions = /\{[+#./;?&]?([^}]*)\}/g;

/** Tells whether it is a path of its own, as a template with the variable `dns` (RFC 9461 section 5). */
export function isDohTemplate(text: string): boolean {
  if (!template.test(text)) return false;
  const variables = [...text.matchAll(expressions)].flatMap(([, list = '']) => list.split(','));
  return variables.some((one) => one.replace(/:[0-9]+$|\*$/, '') === 'dns');
}
