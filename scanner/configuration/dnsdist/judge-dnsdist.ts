import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import {
  type AddressRange,
  contains,
  isLoopback,
  isPublic,
  reachOf,
  readAddress,
  readRange,
} from '../model/reach.ts';
import type { Source } from '../model/source.ts';
import { checkLua, type LuaNames } from './check-lua.ts';
import { luaGlobals, luaMethods } from './globals.ts';
import { callsOf, type LuaCall, type LuaToken, readLua } from './read-lua.ts';

const manual = 'dnsdist documentation, Configuration Reference';

/** Judges a dnsdist.conf by its words. It is a program: what it does when it runs can't be known without running it. */
export function judgeDnsdist(files: ConfigurationFiles, findings: Findings, _version: string | null): void {
  const { tokens, names, isWhole } = readAll(files, findings);
  const calls = callsOf(tokens);
  // Tables of its own are nothing to global names.
  const reachesGlobals = names.some(({ used }) => used.some(({ text }) => text === '_G'));
  const isSure =
    isWhole &&
    !calls.some(
      ({ name: { text } }) => definesOthers.test(text) || (reachesGlobals && changesTables.test(text)),
    );
  checkNames(names, isSure, findings);
  checkOrder(names, isSure, findings);
  checkAddresses(calls, findings);
  judgeCalls(calls, findings);
}

/** Calls that may give values to names which do not stand in the text. */
const definesOthers = /^(?:dofile|loadfile|loadstring|load|require|setfenv|getfenv)$/;
/** Those that may if the table is that of the global names. */
const changesTables = /^(?:rawset|setmetatable)$/;

/** Names that nothing gives a value to: what calls them ends the reading. */
function checkNames(names: readonly LuaNames[], isWhole: boolean, findings: Findings): void {
  const defined = new Set(names.flatMap((one) => [...one.defined]));
  const opened = new Set(names.flatMap((one) => one.opened));
  const used = names.flatMap((one) => one.used);
  const onlyAsked = new Set(names.flatMap((one) => one.asked));
  // A condition may ask first whether there is such a thing.
  const asked = new Set(used.filter((name) => !opened.has(name)).map(({ text }) => text));
  for (const name of used) {
    if (luaGlobals.has(name.text) || defined.has(name.text)) continue;
    const near = findings.nearest(name.text, luaGlobals, defined);
    if (near === undefined && (!opened.has(name) || asked.has(name.text))) continue;
    const isGlobal = near !== undefined && luaGlobals.has(near);
    const own =
      near === undefined ? 'Give it a value above, or remove it.' : 'Write it as where it gets its value.';
    const advice = isGlobal ? `Write ${near}.` : own;
    findings.add({
      code: 'unknown_option',
      severity: 'high',
      refused: isWhole && !onlyAsked.has(name),
      at: name,
      message: 'No function or variable of this name is known.',
      rule: manual,
      suggestion: advice,
    });
  }
}

/** Methods that no object has, and names that get their values later. */
function checkOrder(names: readonly LuaNames[], isWhole: boolean, findings: Findings): void {
  const fields = new Set(names.flatMap((one) => [...one.fields]));
  for (const method of names.flatMap(({ methods }) => methods)) {
    if (luaMethods.has(method.text) || fields.has(method.text)) continue;
    const near = findings.nearest(method.text, luaMethods);
    if (near === undefined) continue;
    findings.add({
      code: 'unknown_option',
      severity: 'high',
      refused: isWhole,
      at: method,
      message: 'No object has a method of this name.',
      rule: manual,
      suggestion: `Write ${near}.`,
    });
  }
  const counts = new Map<string, number>();
  for (const name of names.flatMap(({ defined }) => [...defined]))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const own of names) {
    const named = own.opened.filter(({ text }) => own.defined.has(text));
    for (const name of new Set([...named, ...own.objects, ...own.given])) {
      if (luaGlobals.has(name.text)) continue;
      // Another file may give it its value before.
      if ((counts.get(name.text) ?? 0) > (own.defined.has(name.text) ? 1 : 0)) continue;
      findings.add({
        code: 'undefined_reference',
        severity: 'high',
        refused: isWhole,
        at: name,
        message: 'The name has no value here yet.',
        rule: manual,
        suggestion: 'Give it its value above.',
      });
    }
  }
}

/** Where the first argument is an address to listen on, or addresses to ask at. */
const withAddress =
  /^(?:add|set)(?:Local|DOHLocal|DOQLocal|DOH3Local|TLSLocal)$|^(?:controlSocket|webserver)$/;
const withNetworks = /^(?:add|set)(?:Console|ProxyProtocol)?ACL$|:addMasks?$/;

function checkAddresses(calls: readonly LuaCall[], findings: Findings): void {
  // Calls within calls share what is in them.
  const looked = new Set<LuaToken>();
  for (const { name, tokens } of calls) {
    const networks = withNetworks.test(name.text);
    if (!networks && !withAddress.test(name.text)) continue;
    for (const [index, token] of tokens.entries()) {
      if (token.kind !== 'string' || tokens[index + 1]?.text === '..') continue;
      if (index > 0 && !networks) break;
      if (looked.has(token)) continue;
      looked.add(token);
      if (isAddress(token.text.replace(networks ? /^!/ : /^$/, ''), networks)) continue;
      const message = networks
        ? 'An address or a prefix is needed.'
        : 'An address is needed, with a port or none.';
      findings.refuse({
        code: 'wrong_type',
        at: token,
        message,
        rule: manual,
        suggestion: 'Mend the address.',
      });
    }
  }
}

function isAddress(text: string, isNetwork: boolean): boolean {
  // What follows the length is not looked at.
  if (isNetwork) return readRange(text.replace(/(\/\d+)\D.*$/, '$1')) !== undefined;
  const [, inner, port] = /^(?:\[(.*)\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(text) ?? [];
  const address = inner ?? (text.split(':').length > 2 ? text : text.replace(/:\d*$/, ''));
  return readAddress(address.replace(/%.*$/, '')) !== undefined && Number(port ?? 53) <= 65_535;
}

interface AllTokens {
  readonly tokens: LuaToken[];
  readonly names: LuaNames[];
  /** Whether all files that are included were sent. */
  readonly isWhole: boolean;
}

/** The main file, then those of the folders that it names, and so on. */
function readAll(files: ConfigurationFiles, findings: Findings): AllTokens {
  const includes = new Includes(files, findings, `${manual}, includeDirectory`);
  const tokens: LuaToken[] = [];
  const names: LuaNames[] = [];
  let isWhole = true;
  const queue: (readonly [Source, number])[] = [[files.main, 0]];
  for (const [source, depth] of queue) {
    const read = readLua(source, findings);
    for (const token of read) tokens.push(token);
    const own = checkLua(read, findings);
    if (own === undefined) isWhole = false;
    else names.push(own);
    for (const call of callsOf(read)) {
      const path = call.tokens.find(({ kind }) => kind === 'string');
      if (call.name.text !== 'includeDirectory' || path === undefined) continue;
      const included = includes.follow(path, depth, 'directory');
      if (included.length === 0) isWhole = false;
      for (const one of included) if (one.name.endsWith('.conf')) queue.push([one, depth + 1]);
    }
  }
  return { tokens, names, isWhole };
}

const texts = (tokens: readonly LuaToken[]) =>
  tokens.filter(({ kind }) => kind === 'string').map(({ text }) => text);

const wordsOf = (tokens: readonly LuaToken[], most: number) =>
  tokens
    .slice(0, most)
    .map(({ text }) => text)
    .join('');
const refusesRecursion = /^\(?RDRule\(\),(?:RCodeAction|DropAction|TruncateAction)/;

/** Calls with access lists that are measured: each may have hundreds of networks, and a configuration has a few. */
const mostLists = 500;

function judgeCalls(calls: readonly LuaCall[], findings: Findings): void {
  const of = (...names: string[]) => calls.filter(({ name }) => names.includes(name.text));
  const read = new Map<string, AddressRange | undefined>();
  const rangeOf = (text: string): AddressRange | undefined => {
    if (!read.has(text)) read.set(text, readRange(text));
    return read.get(text);
  };
  const isOpen = ({ tokens }: LuaCall) => {
    const ranges = [...new Set(texts(tokens))].flatMap((text) => rangeOf(text) ?? []);
    return reachOf(ranges, (address) => ranges.some((range) => contains(range, address))) === 'anyone';
  };
  const beyond = (call: LuaCall | undefined) => {
    const address = texts(call?.tokens ?? [])[0]
      ?.replace(/^\[(.*)\](?::\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1');
    const range = readRange(address ?? '127.0.0.1');
    return range !== undefined && !isLoopback(range);
  };
  // Who refuses what is to be resolved stands before authoritative servers, which everybody may ask.
  const resolves = !of('addAction').some(({ tokens }) => refusesRecursion.test(wordsOf(tokens, 6)));
  for (const call of resolves ? of('addACL', 'setACL').slice(0, mostLists).filter(isOpen) : []) {
    findings.say(
      'open_recursion',
      'high',
      call,
      'Anybody on the Internet may ask: the servers behind have to refuse what is not for them.',
      `${manual}, ACL; RFC 5358`,
      'Name your own networks, unless only zones are served.',
      "setACL({'10.0.0.0/8', '192.168.0.0/16'})",
    );
  }
  for (const call of of('setConsoleACL', 'addConsoleACL').slice(0, mostLists).filter(isOpen)) {
    findings.say(
      'control_open',
      'high',
      call,
      'Anybody reaches the console.',
      `${manual}, console`,
      'Name this machine only.',
      "setConsoleACL('127.0.0.1/8')",
    );
  }
  const hasKey = of('setKey').length > 0;
  for (const call of of('controlSocket')) {
    if (!hasKey)
      findings.say(
        'control_without_key',
        beyond(call) ? 'high' : 'medium',
        call,
        'The console has no key.',
        `${manual}, setKey`,
        'Make a key with makeKey(), and set it.',
      );
    else if (beyond(call))
      findings.say(
        'control_beyond_loopback',
        'medium',
        call,
        'The console listens beyond this machine.',
        `${manual}, console`,
        'Let it listen on loopback.',
        "controlSocket('127.0.0.1:5199')",
      );
  }
  const configs = of('setWebserverConfig', 'webserver');
  for (const call of configs.slice(0, mostLists)) {
    const acl = call.tokens.findIndex(({ text, kind }) => kind === 'name' && text === 'acl');
    const positional = call.name.text === 'webserver' ? texts(call.tokens)[4] : undefined;
    const list = acl === -1 ? positional : listAfter(call.tokens, acl);
    const ranges = (list ?? '').split(/[\s,]+/).flatMap((text) => rangeOf(text) ?? []);
    if (reachOf(ranges, (address) => ranges.some((range) => contains(range, address))) !== 'anyone') continue;
    findings.say(
      'control_open',
      'high',
      call,
      'Anybody reaches the web server and the API.',
      `${manual}, setWebserverConfig`,
      'Name this machine only.',
      "setWebserverConfig({acl='127.0.0.1/8'})",
    );
  }
  for (const call of of('setWebserverConfig')) {
    const off = call.tokens.findIndex(
      ({ text }, at) =>
        /^(?:api|dashboard)RequiresAuthentication$/.test(text) && call.tokens[at + 2]?.text === 'false',
    );
    if (off === -1) continue;
    findings.say(
      'control_without_key',
      of('webserver').some(beyond) ? 'high' : 'medium',
      call.tokens[off]!,
      'Whoever reaches the web server is let in without a password.',
      `${manual}, setWebserverConfig`,
      'Leave authentication on.',
    );
  }
  const webserverHasPassword = of('setWebserverConfig').some(({ tokens }) =>
    tokens.some(({ text }) => text === 'password'),
  );
  for (const call of of('webserver')) {
    const hasPassword = texts(call.tokens).length > 1 || webserverHasPassword;
    if (beyond(call) && !hasPassword)
      findings.say(
        'control_without_key',
        'high',
        call,
        'The web server listens beyond this machine and has no password.',
        `${manual}, setWebserverConfig`,
        'Set a password that is hashed, and an ACL.',
        "webserver('127.0.0.1:8083')",
      );
    else if (beyond(call))
      findings.say(
        'control_beyond_loopback',
        'medium',
        call,
        'The web server listens beyond this machine.',
        `${manual}, webserver`,
        'Let it listen on loopback.',
        "webserver('127.0.0.1:8083')",
      );
  }
  for (const call of calls.filter(({ name }) =>
    /^(?:os\.execute|io\.popen|loadstring|dofile|os\.remove)$/.test(name.text),
  )) {
    findings.say(
      'runs_programs',
      'medium',
      call.name,
      'The configuration runs programs or other files when it is read, even to be checked.',
      manual,
      'Keep a configuration to settings.',
    );
  }
  for (const call of of('addTLSLocal', 'addDOHLocal', 'newServer')) {
    const old = call.tokens.find(
      ({ text, kind }) => kind === 'string' && /^(?:ssl3|tls1\.0|tls1\.1)$/i.test(text),
    );
    if (old !== undefined)
      findings.say(
        'old_tls',
        'high',
        old,
        'TLS before 1.2 is spoken.',
        'RFC 8996',
        'Ask for TLS 1.2 at least.',
        "minTLSVersion='tls1.2'",
      );
  }
  for (const call of of('newServer')) {
    const unchecked = call.tokens.findIndex(
      ({ text }, at) => text === 'validateCertificates' && call.tokens[at + 2]?.text === 'false',
    );
    if (unchecked !== -1)
      findings.say(
        'certificate_unchecked',
        'medium',
        call.tokens[unchecked]!,
        'The certificate of the server is not verified: anybody on the way may answer for it.',
        'RFC 8310 section 5',
        'Verify it, and name it.',
        "newServer({address='192.0.2.1:853', tls='openssl', subjectName='resolver.example'})",
      );
    const clear = call.tokens.find((token) => token.kind === 'string' && isClear(token));
    const isTls = call.tokens.some(({ text, kind }) => kind === 'name' && text === 'tls');
    if (clear !== undefined && !isTls)
      findings.say(
        'forwarders_in_clear',
        'info',
        clear,
        'Questions go over the Internet without encryption.',
        'RFC 7858; RFC 9076',
        'Ask over TLS.',
        "newServer({address='192.0.2.1:853', tls='openssl', subjectName='resolver.example'})",
      );
  }
}

/** The text of a field, or all texts of its table. */
function listAfter(tokens: readonly LuaToken[], at: number): string | undefined {
  if (tokens[at + 1]?.text !== '=') return undefined;
  if (tokens[at + 2]?.text !== '{') return tokens[at + 2]?.text;
  const end = tokens.findIndex(({ text, kind }, index) => index > at && kind === 'sign' && text === '}');
  return texts(tokens.slice(at + 2, end === -1 ? undefined : end)).join(',');
}

function isClear({ text }: LuaToken): boolean {
  const address = readAddress(text.replace(/^([\d.]+):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1'));
  return address !== undefined && isPublic(address);
}
