import { isIPv4, isIPv6 } from 'node:net';
import { type MacroPart, parseDomainSpec, parseMacroString } from './macro-string.ts';

export const mechanismNames = ['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'] as const;
export type MechanismName = (typeof mechanismNames)[number];
export type Qualifier = '+' | '-' | '~' | '?';

export interface SpfDirective {
  /** The directive as written. */
  readonly text: string;
  readonly qualifier: Qualifier;
  readonly name: MechanismName;
  /** The domain-spec; undefined if the record's own domain is meant. */
  readonly target?: readonly MacroPart[];
  /** The target as written. */
  readonly targetText?: string;
  /** Of ip4 and ip6. */
  readonly network?: string;
  /** Bits of an IPv4 and an IPv6 address that count. */
  readonly prefix4: number;
  readonly prefix6: number;
  /** Its place among the terms, from 0. */
  readonly position: number;
}

export interface SpfModifier {
  readonly text: string;
  /** Lower case. */
  readonly name: string;
  readonly value: string;
  readonly macros: readonly MacroPart[];
  readonly position: number;
}

/**
 * An SPF syntax error is a violation of the grammar, each of which makes the record a permerror (RFC 7208 section 4.6).
 */
export interface SpfSyntaxError {
  readonly code: string;
  readonly term: string;
  readonly message: string;
  readonly rule: string;
}

export interface ParsedSpfRecord {
  readonly directives: readonly SpfDirective[];
  readonly redirect?: SpfModifier;
  readonly explanation?: SpfModifier;
  readonly unknownModifiers: readonly SpfModifier[];
  readonly errors: readonly SpfSyntaxError[];
}

/** Tells whether a TXT record is an SPF record of this version (RFC 7208 section 4.5). */
export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/** Reads a record that isSpfRecord() took (RFC 7208 sections 4.6, 5, 6 and 12). `text` has a character for each octet. */
export function parseSpfRecord(text: string): ParsedSpfRecord {
  const directives: SpfDirective[] = [];
  const modifiers: SpfModifier[] = [];
  const errors: SpfSyntaxError[] = [];
  const terms = text.slice('v=spf1'.length).split(' ').filter(Boolean);
  for (const [position, term] of terms.entries()) {
    const read = readTerm(term, position);
    if ('code' in read) errors.push(read);
    else if ('qualifier' in read) directives.push(read);
    else modifiers.push(read);
  }
  for (const name of ['redirect', 'exp']) {
    const again = modifiers.filter((one) => one.name === name)[1];
    if (again !== undefined)
      errors.push(
        error('repeated_modifier', again.text, `${name}= stands more than once.`, 'RFC 7208 section 6'),
      );
  }
  const redirect = modifiers.find((one) => one.name === 'redirect');
  const explanation = modifiers.find((one) => one.name === 'exp');
  return {
    directives,
    ...(redirect && { redirect }),
    ...(explanation && { explanation }),
    unknownModifiers: modifiers.filter((one) => one.name !== 'redirect' && one.name !== 'exp'),
    errors,
  };
}

function readTerm(term: string, position: number): SpfDirective | SpfModifier | SpfSyntaxError {
  const modifier = /^([a-z][a-z0-9\-_.]*)=(.*)$/is.exec(term);
  if (modifier !== null) return readModifier(term, modifier[1]!.toLowerCase(), modifier[2]!, position);
  const [, sign = '', name = '', argument = ''] =
    /^([+\-?~]?)([a-z][a-z0-9\-_.]*)([:/].*)?$/is.exec(term) ?? [];
  const mechanism = mechanismNames.find((one) => one === name.toLowerCase());
  if (mechanism === undefined) {
    return error('unknown_mechanism', term, `${shown(term)} is no term of SPF.`, 'RFC 7208 section 4.6.1');
  }
  const read = readArgument(mechanism, argument);
  if (typeof read === 'string')
    return error('bad_argument', term, `${shown(term)}: ${read}`, ruleOf[mechanism]);
  const qualifier = (sign === '' ? '+' : sign) as Qualifier;
  return { text: term, qualifier, name: mechanism, prefix4: 32, prefix6: 128, position, ...read };
}

const ruleOf: Readonly<Record<MechanismName, string>> = {
  all: 'RFC 7208 section 5.1',
  include: 'RFC 7208 section 5.2',
  a: 'RFC 7208 section 5.3',
  mx: 'RFC 7208 section 5.4',
  ptr: 'RFC 7208 section 5.5',
  ip4: 'RFC 7208 section 5.6',
  ip6: 'RFC 7208 section 5.6',
  exists: 'RFC 7208 section 5.7',
};

function readModifier(
  term: string,
  name: string,
  value: string,
  position: number,
): SpfModifier | SpfSyntaxError {
  const known = name === 'redirect' || name === 'exp';
  const macros = known ? parseDomainSpec(value) : parseMacroString(value, { spaces: false });
  if (macros !== undefined) return { text: term, name, value, macros, position };
  const what = known ? 'a domain name' : 'text with sound macros';
  const rule = known ? `RFC 7208 section ${name === 'exp' ? '6.2' : '6.1'}` : 'RFC 7208 sections 6 and 7.1';
  return error('bad_modifier', term, `${shown(term)} needs ${what} behind the equals sign.`, rule);
}

type Argument = Partial<Pick<SpfDirective, 'target' | 'targetText' | 'network' | 'prefix4' | 'prefix6'>>;

/** What stands behind a mechanism's name, or the sentence that says what is wrong with it. */
function readArgument(name: MechanismName, argument: string): Argument | string {
  switch (name) {
    case 'all':
      return argument === '' ? {} : 'nothing may follow it.';
    case 'include':
    case 'exists':
      return argument.startsWith(':') ? readTarget(argument.slice(1)) : 'it needs a domain name.';
    case 'ptr':
      if (argument === '') return {};
      return argument.startsWith(':') ? readTarget(argument.slice(1)) : 'it takes no prefix length.';
    case 'a':
    case 'mx':
      return readTargetWithPrefixes(argument);
    case 'ip4':
    case 'ip6':
      return readNetwork(name, argument);
  }
}

function readTarget(text: string): Argument | string {
  const target = parseDomainSpec(text);
  return target === undefined ? 'it has no sound domain name.' : { target, targetText: text };
}

function readTargetWithPrefixes(argument: string): Argument | string {
  const [, six] = /\/\/([0-9]*)$/.exec(argument) ?? [];
  const rest = six === undefined ? argument : argument.slice(0, -six.length - 2);
  const [, four] = /\/([0-9]*)$/.exec(rest) ?? [];
  const name = four === undefined ? rest : rest.slice(0, rest.length - four.length - 1);
  const prefix4 = four === undefined ? 32 : readPrefix(four, 32);
  const prefix6 = six === undefined ? 128 : readPrefix(six, 128);
  if (prefix4 === undefined || prefix6 === undefined) return 'the prefix length is none.';
  if (name === '') return { prefix4, prefix6 };
  if (!name.startsWith(':')) return 'it has no sound domain name.';
  const target = readTarget(name.slice(1));
  return typeof target === 'string' ? target : { ...target, prefix4, prefix6 };
}

function readNetwork(name: 'ip4' | 'ip6', argument: string): Argument | string {
  const bits = name === 'ip4' ? 32 : 128;
  const [, network, length] = /^:([0-9a-f.:]+)(?:\/([0-9]*))?$/i.exec(argument) ?? [];
  const isNetwork = name === 'ip4' ? isIPv4 : isIPv6;
  if (network === undefined || !isNetwork(network))
    return `it needs an ${name === 'ip4' ? 'IPv4' : 'IPv6'} address.`;
  const prefix = length === undefined ? bits : readPrefix(length, bits);
  if (prefix === undefined) return 'the prefix length is none.';
  return name === 'ip4' ? { network, prefix4: prefix } : { network, prefix6: prefix };
}

/** A number without leading zeros that is no larger than that. */
function readPrefix(text: string, most: number): number | undefined {
  return /^(?:0|[1-9][0-9]{0,2})$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

function error(code: string, term: string, message: string, rule: string): SpfSyntaxError {
  return { code, term, message, rule };
}

/** Writes a term as a message may show it. */
export function shown(term: string): string {
  const plain = term.replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `"${plain.length > 100 ? `${plain.slice(0, 100)}...` : plain}"`;
}
