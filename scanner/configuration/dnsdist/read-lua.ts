import type { Findings } from '../model/findings.ts';
import type { Source, Span, Word } from '../model/source.ts';

const manual = 'dnsdist configuration (Lua 5.1 manual, section 2.1)';
const mostCalls = 20_000;

export type LuaToken = Word & { readonly kind: 'name' | 'string' | 'number' | 'sign' };

/** A Lua call is `name(arguments)`, with the tokens between the brackets. */
export interface LuaCall extends Span {
  readonly name: LuaToken;
  readonly tokens: readonly LuaToken[];
}

/** Reads Lua as a list of tokens; nothing is run. Brackets and quotation marks have to match. */
export function readLua(source: Source, findings: Findings): LuaToken[] {
  const { text } = source;
  const tokens: LuaToken[] = [];
  const pattern =
    /\s+|--\[(=*)\[|--[^\n]*|\[(=*)\[|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|[A-Za-z_]\w*(?:[.:][A-Za-z_]\w*)*|\.?\d(?:[eEpP][+-]|[\w.])*|\.\.\.?|[=~<>]=|<<|>>|\/\/|[^\s]/y;
  const open: LuaToken[] = [];
  let at = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const found = match?.[0] ?? text[at]!;
    const start = at;
    const long = match?.[1] ?? match?.[2];
    at += found.length;
    if (long !== undefined) {
      const close = text.indexOf(`]${long}]`, at);
      if (close === -1)
        refuse(findings, 'unclosed_quote', { source, start, end: at }, 'A long bracket is not closed.');
      const inner = text.slice(at, close === -1 ? undefined : close);
      at = close === -1 ? text.length : close + long.length + 2;
      if (match?.[2] !== undefined)
        tokens.push({ source, start, end: at, text: inner, quoted: true, kind: 'string' });
      continue;
    }
    if (found.trim() === '' || found.startsWith('--')) continue;
    const span = { source, start, end: at };
    if (found.startsWith('"') || found.startsWith("'")) {
      const isClosed = found.length > 1 && found.endsWith(found[0]!);
      if (!isClosed) refuse(findings, 'unclosed_quote', span, 'A quotation mark is not closed.');
      tokens.push({ ...span, text: found.slice(1, isClosed ? -1 : undefined), quoted: true, kind: 'string' });
      continue;
    }
    const kind = /^[A-Za-z_]/.test(found) ? 'name' : /^\.?\d/.test(found) ? 'number' : 'sign';
    const token: LuaToken = { ...span, text: found, quoted: false, kind };
    tokens.push(token);
    if ('([{'.includes(found)) open.push(token);
    if (')]}'.includes(found)) {
      const last = open.pop();
      if (last === undefined || pairs[last.text] !== found)
        refuse(findings, 'stray_brace', token, 'A closing bracket does not match.');
    }
  }
  for (const token of open.slice(0, 5)) refuse(findings, 'unclosed_brace', token, 'A bracket is not closed.');
  return tokens;
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Lists the calls of a text, inner ones too. */
export function callsOf(tokens: readonly LuaToken[]): LuaCall[] {
  const calls: LuaCall[] = [];
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { text, kind }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if ('([{'.includes(text)) open.push(index);
    else if (')]}'.includes(text)) {
      const start = open.pop();
      if (start !== undefined) ends.set(start, index);
    }
  }
  for (const [index, name] of tokens.entries()) {
    if (calls.length >= mostCalls) break;
    const next = tokens[index + 1];
    if (name.kind !== 'name' || next === undefined || tokens[index - 1]?.text === 'function') continue;
    if (next.kind === 'sign' && (next.text === '(' || next.text === '{')) {
      const end = ends.get(index + 1) ?? tokens.length;
      // What is looked at of a call stays short, however deep calls are nested.
      calls.push({
        ...name,
        end: (tokens[end] ?? name).end,
        name,
        tokens: tokens.slice(index + 2, Math.min(end, index + 400)),
      });
    } else if (next.kind === 'string') calls.push({ ...name, end: next.end, name, tokens: [next] });
  }
  return calls;
}

function refuse(findings: Findings, code: string, at: Span, message: string): void {
  findings.refuse({ code, at, message, rule: manual, suggestion: 'Close what is open.' });
}
