import type { LineEntry } from '../lines/read-lines.ts';
import type { Findings } from '../model/findings.ts';
import type { Source } from '../model/source.ts';
import { hide, shownOf } from './values/text.ts';

/** A dnsmasq line has its value as the options read it: signs between quotation marks separate nothing. */
export interface DnsmasqLine extends LineEntry {
  /** Undefined without an equals sign. */
  readonly written: string | undefined;
}

/** The longest line that is read whole, a comment as well. */
const longestLine = 1024;
/** A backslash stands before these between quotation marks. */
const escapable = /["tnebr\\]/;

/** Reads the lines of a file that are neither empty nor comments, and refuses those whose quotation marks do not match. */
export function readDnsmasqLines(source: Source, findings: Findings, manual: string): DnsmasqLine[] {
  const { text } = source;
  const lines: DnsmasqLine[] = [];
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const lineEnd = found === -1 ? text.length : found;
    const end = Math.min(lineEnd, start + longestLine);
    if (end < lineEnd) {
      findings.refuse({
        code: 'line_too_long',
        at: { source, start, end: lineEnd },
        message: 'The line has more than 1024 characters: the server reads the rest as another one.',
        rule: manual,
        suggestion: 'Write several lines.',
      });
    }
    const signs = readSigns(text, start, end);
    if (signs === undefined) {
      findings.refuse({
        code: 'unclosed_quote',
        at: { source, start, end },
        message: 'A quotation mark is not closed.',
        rule: manual,
        suggestion: 'Close it on the same line.',
      });
    } else {
      const line = lineOf(source, signs);
      if (line !== undefined) lines.push(line);
    }
    start = lineEnd + 1;
  }
  return lines;
}

interface Sign {
  readonly sign: string;
  readonly at: number;
}

/** The signs of a line up to a comment, each with its place; undefined if a quotation mark is not closed. */
function readSigns(text: string, start: number, end: number): Sign[] | undefined {
  const signs: Sign[] = [];
  let isAfterSpace = true;
  for (let at = start; at < end; at++) {
    if (text[at] === '"') {
      for (at++; at < end && text[at] !== '"'; at++) {
        const isEscape = text[at] === '\\' && at + 1 < end && escapable.test(text[at + 1]!);
        if (isEscape) at++;
        signs.push({ sign: hide(text[at]!), at });
      }
      if (at >= end) return undefined;
      continue;
    }
    const isSpace = /\s/.test(text[at]!);
    if (isAfterSpace && text[at] === '#') break;
    signs.push({ sign: isSpace ? ' ' : text[at]!, at });
    isAfterSpace = isSpace;
  }
  while (signs.at(-1)?.sign === ' ') signs.pop();
  const first = signs.findIndex(({ sign }) => sign !== ' ');
  return first === -1 ? [] : signs.slice(first);
}

function lineOf(source: Source, signs: readonly Sign[]): DnsmasqLine | undefined {
  if (signs.length === 0) return undefined;
  const equals = signs.findIndex(({ sign }) => sign === '=');
  let nameEnd = equals === -1 ? signs.length : equals;
  while (signs[nameEnd - 1]?.sign === ' ') nameEnd--;
  const word = (part: readonly Sign[], at: number) => {
    const written = part.map(({ sign }) => sign).join('');
    const [start, end] = [part[0]?.at ?? at, (part.at(-1)?.at ?? at - 1) + 1];
    return { written, word: { source, start, end, text: shownOf(written), quoted: false } };
  };
  const name = word(signs.slice(0, nameEnd), signs[0]!.at);
  const span = { source, start: signs[0]!.at, end: signs.at(-1)!.at + 1, adds: false };
  // A name with hidden signs is none.
  const own = { ...name.word, text: name.written };
  if (equals === -1) return { ...span, name: own, value: undefined, written: undefined };
  let valueStart = equals + 1;
  while (signs[valueStart]?.sign === ' ') valueStart++;
  const value = word(signs.slice(valueStart), signs[equals]!.at + 1);
  return { ...span, name: own, value: value.word, written: value.written };
}
