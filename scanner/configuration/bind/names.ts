import type { Findings } from '../model/findings.ts';
import { readRange } from '../model/reach.ts';
import type { Word } from '../model/source.ts';
import { type Item, isBlock, isWord, type Statement } from './read-statements.ts';
import { allInner, blockOf, innerOf, type Settings, textOf, wordOf } from './settings.ts';

const manual = 'BIND 9 Administrator Reference Manual';
const builtInAcls = new Set(['any', 'none', 'localhost', 'localnets']);
const builtInChannels = new Set([
  'default_syslog',
  'default_debug',
  'default_stderr',
  'null',
  'default_logfile',
]);
const builtInTls = new Set(['ephemeral', 'none']);
const builtInHttp = new Set(['default']);
const categories = new Set(
  `client cname config database default delegation-only dispatch dnssec dnstap edns-disabled general lame-servers network notify
  nsid queries query-errors rate-limit resolver responses rpz rpz-passthru security serve-stale spill sslkeylog trust-anchor-telemetry
  unmatched update update-security xfer-in xfer-out zoneload`.split(/\s+/),
);
/** Match lists that the checker leaves alone until the zone is loaded. */
const lateLists = new Set(['allow-query', 'allow-query-on', 'allow-notify', 'allow-update-forwarding']);

/** The names that a named.conf gives to things. */
export interface BindNames {
  readonly acls: ReadonlyMap<string, Statement>;
  readonly keys: ReadonlyMap<string, Settings>;
  readonly servers: ReadonlyMap<string, Statement>;
}

/** Sees to it that names are given once, and that those which are used are given. */
export function checkNames(top: Settings, findings: Findings): BindNames {
  const check = new NameCheck(top, findings);
  check.definitions();
  check.uses(top);
  check.unused();
  return check;
}

class NameCheck implements BindNames {
  readonly acls = new Map<string, Statement>();
  readonly keys = new Map<string, Settings>();
  readonly servers = new Map<string, Statement>();
  readonly #channels = new Map<string, Statement>();
  readonly #tls = new Map<string, Statement>();
  readonly #http = new Map<string, Statement>();
  readonly #lookedInto = new Map<Statement, boolean>();
  readonly #top: Settings;
  readonly #findings: Findings;

  constructor(top: Settings, findings: Findings) {
    this.#top = top;
    this.#findings = findings;
  }

  definitions(): void {
    for (const statement of this.#top.byName.get('acl') ?? []) this.#acl(statement);
    for (const name of ['primaries', 'masters', 'parental-agents', 'remote-servers']) {
      for (const statement of this.#top.byName.get(name) ?? [])
        this.#once(this.servers, statement, 'list of servers');
    }
    for (const settings of [this.#top, ...innerOf(this.#top, 'view')]) {
      this.#definitionsIn(settings);
      this.#serversIn(settings);
    }
  }

  #definitionsIn(settings: Settings): void {
    const keys = new Map<string, Settings>();
    for (const key of innerOf(settings, 'key')) {
      const name = textOf(key.statement) ?? '';
      if (keys.has(dotless(name))) this.#duplicate(key.statement!, 'key');
      keys.set(dotless(name), key);
      this.keys.set(dotless(name), key);
    }
    for (const logging of innerOf(settings, 'logging')) {
      for (const channel of logging.byName.get('channel') ?? [])
        this.#channels.set(lower(textOf(channel)), channel);
    }
    for (const tls of innerOf(settings, 'tls')) {
      const name = lower(textOf(tls.statement));
      if (this.#tls.has(name) || builtInTls.has(name)) this.#duplicate(tls.statement!, 'tls');
      this.#tls.set(name, tls.statement!);
    }
    for (const { statement } of innerOf(settings, 'http')) {
      const name = lower(textOf(statement));
      if (this.#http.has(name) || name === 'default') this.#duplicate(statement!, 'http');
      this.#http.set(name, statement!);
    }
  }

  /** What is said of a server is said once. */
  #serversIn(settings: Settings): void {
    const seen = new Set<string>();
    for (const { statement } of innerOf(settings, 'server')) {
      const words = statement!.items.slice(1).filter(isWord);
      const range = readRange(words.map(({ text }) => text).join(''));
      if (range === undefined) continue;
      const id = `${range.family} ${range.first} ${range.last}`;
      if (seen.has(id)) this.#duplicate(statement!, 'server');
      seen.add(id);
    }
  }

  #acl(statement: Statement): void {
    if (builtInAcls.has(lower(textOf(statement)))) this.#duplicate(statement, 'built-in acl');
    else this.#once(this.acls, statement, 'acl');
  }

  #once(map: Map<string, Statement>, statement: Statement, kind: string): void {
    const name = lower(textOf(statement));
    if (map.has(name)) this.#duplicate(statement, kind);
    else map.set(name, statement);
  }

  #duplicate(statement: Statement, kind: string): void {
    this.#findings.refuse({
      code: 'duplicate_name',
      at: wordOf(statement) ?? statement,
      message: `There is a ${kind} of that name already.`,
      rule: `${manual}, ${kind}`,
      suggestion: 'Give it another name, or remove one.',
    });
  }

  uses(settings: Settings): void {
    for (const [name, statements] of settings.byName) {
      for (const statement of statements) this.#usesOf(statement, name, settings);
    }
    for (const inner of allInner(settings)) this.uses(inner);
  }

  #usesOf(statement: Statement, name: string, settings: Settings): void {
    if (matchListOptions.has(name) || (settings.context === 'controls' && name === 'inet')) {
      const block = blockOf(statement);
      const late = settings.context === 'zone' && lateLists.has(name);
      for (const element of block?.statements ?? []) this.#element(element.items, !late);
      if (name.startsWith('listen-on')) this.#listener(statement);
    }
    if (serverLists.has(name) && settings.context !== 'top') {
      for (const element of blockOf(statement)?.statements ?? [])
        this.#server(element.items, settings.context === 'zone');
    }
    if (settings.context === 'server' && name === 'keys') {
      const inBlock = (blockOf(statement)?.statements ?? []).map(({ items }) => items[0]);
      for (const word of [statement.items[1], ...inBlock]) if (isWord(word)) this.#key(word);
    }
    if (settings.context === 'controls') this.#controls(statement);
    if (settings.context === 'logging' && name === 'category') this.#category(statement);
  }

  #listener({ items }: Statement): void {
    const after = (option: string) => {
      const at = items.findIndex((item) => isWord(item) && item.text.toLowerCase() === option);
      const name = items[at + 1];
      return at === -1 || !isWord(name) ? undefined : name;
    };
    const [tls, http] = [after('tls'), after('http')];
    if (tls !== undefined && !this.#tls.has(lower(tls.text)) && !builtInTls.has(lower(tls.text)))
      this.#undefined(tls, 'tls', true, this.#tls, builtInTls);
    if (http === undefined) return;
    if (!this.#http.has(lower(http.text)) && !builtInHttp.has(lower(http.text)))
      this.#undefined(http, 'http', true, this.#http, builtInHttp);
    if (tls === undefined)
      this.#findings.refuse({
        code: 'missing_value',
        at: http,
        message: 'A listener for HTTP says what it does about TLS.',
        rule: `${manual}, listen-on`,
        suggestion: 'Add tls with a name, or tls none behind a proxy.',
      });
  }

  #element(items: readonly Item[], refused: boolean): void {
    const [first, second] = items;
    if (isBlock(first)) {
      for (const inner of first.statements) this.#element(inner.items, refused);
      return;
    }
    if (!isWord(first)) return;
    if (first.text === '!') {
      this.#element(items.slice(1), refused);
      return;
    }
    const text = lower(first.text);
    if (!first.quoted && text === 'key') {
      if (isWord(second)) this.#key(second, false);
      return;
    }
    if (items.length > 1 || readRange(text) !== undefined || builtInAcls.has(text) || text === 'geoip')
      return;
    const acl = this.acls.get(text);
    if (acl === undefined) this.#undefined(first, 'acl', refused, this.acls, builtInAcls);
    else this.#elementsOf(acl, refused);
  }

  /** An acl is looked into once where it is used, and once more if what uses it is refused for its sake. */
  #elementsOf(acl: Statement, refused: boolean): void {
    const known = this.#lookedInto.get(acl);
    if (known === true || known === refused) return;
    this.#lookedInto.set(acl, refused);
    for (const element of blockOf(acl)?.statements ?? []) this.#element(element.items, refused);
  }

  /** Acls that nobody uses. */
  unused(): void {
    for (const acl of this.acls.values()) if (!this.#lookedInto.has(acl)) this.#elementsOf(acl, false);
  }

  /** `isOfZone`: elsewhere names of tls are looked at by nobody before they are used. */
  #server(items: readonly Item[], isOfZone: boolean): void {
    const first = items[0];
    if (!isWord(first)) return;
    const text = lower(first.text);
    const list = this.servers.get(text);
    if (list !== undefined && !this.#lookedInto.has(list)) {
      this.#lookedInto.set(list, true);
      for (const element of blockOf(list)?.statements ?? []) this.#server(element.items, isOfZone);
    }
    if (readRange(text) === undefined && list === undefined) {
      this.#undefined(first, 'list of servers', true, this.servers);
    }
    for (const [index, item] of items.entries()) {
      const next = items[index + 1];
      const name = isWord(item) && index > 0 ? item.text.toLowerCase() : '';
      if (!isWord(next) || (name !== 'key' && name !== 'tls')) continue;
      if (list !== undefined)
        this.#findings.refuse({
          code: 'syntax',
          at: next,
          message: `The name of a list takes no ${name}.`,
          rule: `${manual}, primaries`,
          suggestion: `Name the ${name} in the list.`,
        });
      else if (name === 'key') this.#key(next, false);
      else if (!this.#tls.has(lower(next.text)) && lower(next.text) !== 'ephemeral')
        this.#undefined(next, 'tls', isOfZone, this.#tls);
    }
  }

  #key(word: Word, refused = true): void {
    if (!this.keys.has(dotless(word.text))) this.#undefined(word, 'key', refused, this.keys);
  }

  #controls({ items }: Statement): void {
    const at = items.findIndex((item) => isWord(item) && item.text.toLowerCase() === 'keys');
    const block = items[at + 1];
    if (at === -1 || !isBlock(block)) return;
    for (const { items: inner } of block.statements) if (isWord(inner[0])) this.#key(inner[0]);
  }

  #category(statement: Statement): void {
    const name = wordOf(statement);
    if (name !== undefined && !categories.has(lower(name.text))) {
      this.#undefined(name, 'category of the log', true, new Map(), categories);
    }
    for (const { items } of blockOf(statement)?.statements ?? []) {
      const channel = items[0];
      if (!isWord(channel)) continue;
      if (this.#channels.has(lower(channel.text)) || builtInChannels.has(lower(channel.text))) continue;
      this.#undefined(channel, 'channel', true, this.#channels, builtInChannels);
    }
  }

  /** Tells of a name that nothing defines; one that is given in the configuration is proposed by its line, since it may be a secret. */
  #undefined(
    word: Word,
    kind: string,
    refused: boolean,
    given: ReadonlyMap<string, Statement | Settings>,
    builtIn: ReadonlySet<string> = new Set(),
  ): void {
    const near = this.#findings.nearest(word.text, given, builtIn);
    const advice =
      near === undefined
        ? `Define the ${kind}, or remove its name.`
        : builtIn.has(near)
          ? `Write ${near}, or define it.`
          : `Write the name as in line ${lineOf(given.get(near)!)}, or define it.`;
    this.#findings.add({
      code: 'undefined_reference',
      severity: refused ? 'high' : 'medium',
      refused,
      at: word,
      message: `There is no ${kind} of this name.`,
      rule: `${manual}, ${kind}`,
      suggestion: advice,
    });
  }
}

const matchListOptions = new Set(
  `allow-notify allow-query allow-query-on allow-query-cache allow-query-cache-on allow-recursion allow-recursion-on allow-transfer
  allow-update allow-update-forwarding blackhole match-clients match-destinations listen-on listen-on-v6 no-case-compress sortlist
  keep-response-order clients mapped exclude exempt-clients deny-answer-addresses response-padding`.split(
    /\s+/,
  ),
);
const serverLists = new Set(['primaries', 'masters', 'also-notify', 'parental-agents']);

function lineOf(given: Statement | Settings): number {
  const { source, start } = 'items' in given ? given : given.statement!;
  return source.place(start).line;
}

const lower = (text: string | undefined) => (text ?? '').toLowerCase();
const dotless = (text: string) => text.toLowerCase().replace(/\.$/, '');
