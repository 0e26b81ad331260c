import type { Findings, KnownNames } from '../model/findings.ts';
import { readAddress, readRange } from '../model/reach.ts';
import type { Span, Word } from '../model/source.ts';
import { type PluginRule, plugins } from './plugins.ts';
import type { Directive } from './read-corefile.ts';

const manual = 'CoreDNS manual';
const recordType = /^(?:[A-Z][A-Z0-9-]*|TYPE\d+|\*)$/i;

const meanings: Readonly<Record<string, string>> = {
  n: 'a whole number',
  d: 'a time such as 30s',
  p: 'a percentage from 10% to 90%',
  c: 'a prefix such as 10.0.0.0/8',
  h: 'an address with a port, such as 127.0.0.1:8080',
  i: 'an address',
  a: 'an address',
  b: 'an address or a network interface',
  t: 'an address, or a file with addresses',
};

const accepts: Readonly<Record<string, (text: string) => boolean>> = {
  n: (text) => /^[+-]?\d{1,19}$/.test(text),
  d: (text) => /^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+)$/.test(text),
  p: (text) => /^\d{1,3}%$/.test(text) && Number.parseInt(text, 10) >= 10 && Number.parseInt(text, 10) <= 90,
  c: (text) => text.includes('/') && readRange(text) !== undefined,
  h: (text) => /^(?:[^:]*|\[[^\]]*\]):[^:]*$/.test(text),
  i: (text) => readAddress(text) !== undefined,
  b: (text) => readAddress(text) !== undefined || !/^[\d.]+$|:/.test(text),
  a: (text) => text === '*' || isAddress(text),
  t: (text) => text.includes('/') || isAddress(text),
};

function isAddress(text: string): boolean {
  const bare = text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([^:]*):\d+$/, '$1');
  return readAddress(bare) !== undefined;
}

/** Checks the words and the block of a directive of a server block. */
export function checkPlugin(directive: Directive, findings: Findings): void {
  const [name, ...words] = directive.words;
  if (name === undefined || isPlaceholder(name)) return;
  const plugin = plugins.get(name.text);
  if (plugin === undefined) {
    unknown(name, 'plugin', 'in the default build', plugins, findings);
    return;
  }
  checkWords(name, words, plugin, findings);
  if (name.text === 'loadbalance' && words[0]?.text === 'round_robin' && words.length > 1)
    refuse(findings, 'too_many_values', words[1]!, 'round_robin takes no further word.', 'Remove it.');
  if (name.text === 'acl') for (const line of directive.inner) checkAction(line, findings);
  if (name.text === 'hosts') checkHosts(directive.inner, findings);
  if (name.text === 'rewrite')
    for (const line of [directive, ...directive.inner]) checkRewrite(line, findings);
  const isEmpty = !directive.inner.some(({ words: line }) => line[0]?.text === 'to');
  if (name.text === 'transfer' && isEmpty)
    refuse(findings, 'missing_value', name, 'transfer says to whom.', 'Add a line with to.');
  if (plugin.properties === undefined) return;
  for (const { words: line } of directive.inner) {
    const [property, ...values] = line;
    if (property === undefined || isPlaceholder(property)) continue;
    const rule = plugin.properties.get(property.text);
    if (rule === undefined) {
      unknown(property, 'property', `of ${name.text}`, plugin.properties, findings);
    } else checkWords(property, values, rule, findings);
  }
}

/** The value of an environment variable stands there when the server reads it. */
const isPlaceholder = ({ text }: Word) => /\{[$%]/.test(text);

function checkWords(name: Word, words: readonly Word[], { types }: PluginRule, findings: Findings): void {
  if (words.some(isPlaceholder)) return;
  let at = 0;
  for (const { type, least, isMany } of types) {
    const word = words[at];
    if (word === undefined) {
      if (least === 0) return;
      refuse(findings, 'missing_value', name, `${name.text} needs a further word.`, 'Add what is missing.');
      return;
    }
    do {
      const one = words[at]!;
      if (!isOf(type, one.text)) {
        const meaning = meanings[type] ?? type.split('/').join(' or ');
        refuse(findings, 'wrong_type', one, `${name.text} takes ${meaning} here.`, `Write ${meaning}.`);
        return;
      }
      at++;
    } while (isMany && at < words.length);
  }
  if (at < words.length)
    refuse(findings, 'too_many_values', words[at]!, `${name.text} takes no further word.`, 'Remove it.');
}

function isOf(type: string, text: string): boolean {
  if (type === 's') return text !== '';
  return accepts[type]?.(text) ?? type.split('/').includes(text);
}

const actions = new Set(['allow', 'block', 'filter', 'drop']);

/** A line of acl: what is done, and with which types and networks. */
function checkAction({ words }: Directive, findings: Findings): void {
  const [action, ...rest] = words;
  if (action === undefined || words.some(isPlaceholder)) return;
  if (!actions.has(action.text)) {
    unknown(action, 'action', 'of acl', actions, findings);
    return;
  }
  let section: string | undefined;
  for (const word of rest) {
    if (word.text === 'type' || word.text === 'net') section = word.text;
    else if (section === undefined) {
      refuse(findings, 'wrong_type', word, 'type or net stands before the words that follow.', 'Write net.');
      return;
    } else if (section === 'net' ? !isNetwork(word.text) : !recordType.test(word.text)) {
      const meaning = section === 'net' ? 'a network' : 'a type of records';
      refuse(findings, 'wrong_type', word, `acl takes ${meaning} here.`, `Write ${meaning}.`);
      return;
    }
  }
}

const hostProperties = new Set(['fallthrough', 'no_reverse', 'reload', 'ttl']);

/** Before `fallthrough` what is no property is taken for a line of a hosts file, and one without an address does nothing. */
function checkHosts(lines: readonly Directive[], findings: Findings): void {
  let isBehind = false;
  for (const line of lines) {
    checkHost(line, isBehind, findings);
    isBehind ||= line.words[0]?.text === 'fallthrough';
  }
}

/** A line of hosts: an address with its names, or a property. */
function checkHost({ words }: Directive, isRefused: boolean, findings: Findings): void {
  const [first, value] = words;
  if (first === undefined || words.some(isPlaceholder) || readAddress(first.text) !== undefined) return;
  if (!hostProperties.has(first.text)) {
    const message = 'The line has no address and is no property of hosts.';
    const suggestion = findings.instead(first.text, hostProperties);
    const isWrong = isRefused && words.length > 1;
    const finding = { code: 'unknown_option', at: first, message, rule: `${manual}, hosts`, suggestion };
    findings.add({ ...finding, severity: isWrong ? 'high' : 'medium', refused: isWrong });
  } else if (first.text === 'ttl' && !(/^\d{1,5}$/.test(value?.text ?? '') && isTtl(Number(value!.text)))) {
    refuse(findings, 'wrong_type', value ?? first, 'ttl takes a number from 1 to 65535.', 'Write ttl 3600.');
  } else if (first.text === 'reload') {
    checkWords(first, value === undefined ? [] : [value], oneDuration, findings);
  }
}

const isTtl = (seconds: number) => seconds > 0 && seconds <= 65_535;
const oneDuration: PluginRule = { types: [{ type: 'd', least: 1, isMany: false }] };

const namings = new Set(['exact', 'prefix', 'suffix', 'substring', 'regex']);

const rewritten = new Set(['name', 'class', 'type', 'ttl', 'edns0', 'cname', 'rcode']);

/** A rule of rewrite; in one about names, how they are compared stands before them if there are more than two. */
function checkRewrite({ words, hasBlock }: Directive, findings: Findings): void {
  const rule = words.filter(({ text }, at) => !(at < 3 && /^(?:rewrite|stop|continue)$/.test(text)));
  const [field, how, ...rest] = rule;
  if (hasBlock || words[0] === undefined || words.some(isPlaceholder)) return;
  if (field === undefined)
    refuse(
      findings,
      'missing_value',
      words[0],
      'rewrite says what is rewritten.',
      'Add name, type or class.',
    );
  else if (!rewritten.has(field.text.toLowerCase())) {
    // Lines of a block are parts of one rule.
    if (words[0].text === 'rewrite') unknown(field, 'field', 'of rewrite', rewritten, findings);
  } else if (field.text === 'name' && rest.length === 0)
    refuse(findings, 'missing_value', field, 'A rule about names has two of them.', 'Add what is missing.');
  else if (field.text === 'name' && rest.length > 1 && !namings.has(how!.text.toLowerCase()))
    unknown(how!, 'way of comparing', 'of rewrite name', namings, findings);
}

const isNetwork = (text: string) => text === '*' || readRange(text) !== undefined;

function unknown(word: Word, kind: string, place: string, known: KnownNames, findings: Findings): void {
  refuse(
    findings,
    'unknown_option',
    word,
    `There is no ${kind} of this name ${place}.`,
    findings.instead(word.text, known),
  );
}

function refuse(findings: Findings, code: string, at: Span, message: string, suggestion: string): void {
  findings.refuse({ code, at, message, rule: `${manual}, Corefile`, suggestion });
}
