import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Findings } from '../model/findings.ts';
import {
  type Address,
  type AddressRange,
  isLoopback,
  type Reach,
  reachOf,
  readRange,
} from '../model/reach.ts';
import type { Span } from '../model/source.ts';
import { isBefore } from '../model/versions.ts';
import { zoneTypeOf } from './check-zones.ts';
import { judgeChannels } from './judge-channels.ts';
import { judgeKeys } from './judge-keys.ts';
import { judgeAnswers, judgeResolving, type Say } from './judge-resolving.ts';
import { judgeUpdatePolicy } from './judge-updates.ts';
import { anybody, type MatchList, MatchLists, ownNetworks, rangesOf } from './match-list.ts';
import type { BindNames } from './names.ts';
import { isWord, type Statement } from './read-statements.ts';
import { allInner, blockOf, firstOf, innerOf, isOn, type Settings, textOf } from './settings.ts';

const manual = 'BIND 9 Administrator Reference Manual';

/** Judges the security of a named.conf that is otherwise sound. */
export function judgeSecurity(
  top: Settings,
  names: BindNames,
  findings: Findings,
  version: string | null,
): void {
  new SecurityCheck(top, names, findings, version).run();
}

/** Zones that every server has alike (RFC 1912 section 4.1, RFC 6303): nobody learns anything from a copy. */
const isEverywhere = /^(?:localhost|(?:0|127|255)\.in-addr\.arpa|1(?:\.0){31}\.ip6\.arpa)\.?$/i;

/** Views that take clients before others do, as far as they are followed. */
const mostViews = 200;

class SecurityCheck {
  readonly #top: Settings;
  readonly #options: Settings | undefined;
  readonly #findings: Findings;
  readonly #version: string | null;
  readonly #lists: MatchLists;
  #isExhaustionTold = false;

  constructor(top: Settings, names: BindNames, findings: Findings, version: string | null) {
    this.#top = top;
    this.#options = innerOf(top, 'options')[0];
    this.#findings = findings;
    this.#version = version;
    this.#lists = new MatchLists(names.acls);
  }

  run(): void {
    const views = innerOf(this.#top, 'view');
    const owners = views.length > 0 ? views : [this.#top];
    const before: MatchList[] = [];
    for (const owner of owners) {
      this.#judgeView(owner, before);
      const clients = this.#list(firstOf(owner, 'match-clients'));
      const isForSome = ['match-destinations', 'match-recursive-only'].some(
        (name) => firstOf(owner, name) !== undefined,
      );
      if (owner !== this.#top && !isForSome && before.length < mostViews) before.push(clients ?? anybody);
      for (const zone of innerOf(owner, 'zone')) {
        this.#judgeZone(zone, owner);
        this.#tellExhausted();
      }
    }
    this.#tellExhausted();
    judgeChannels(this.#top, this.#lists, this.#findings);
    judgeKeys(this.#top, this.#findings);
    this.#unreachable(this.#top);
  }

  #tellExhausted(): void {
    if (!this.#lists.isExhausted || this.#isExhaustionTold) return;
    this.#isExhaustionTold = true;
    this.#say('access_not_judged', 'info', this.#start(), {
      message:
        'The access lists are too many to be followed whole: who is let in is judged for the first of them.',
      rule: `${manual}, address_match_list`,
      suggestion: 'Have parts of the configuration judged by themselves.',
    });
  }

  #list(statement: Statement | undefined): MatchList | undefined {
    return this.#lists.read(statement);
  }

  /** The setting nearest to where it is asked for. */
  #nearest(name: string, ...places: readonly (Settings | undefined)[]): Statement | undefined {
    for (const place of [...places, this.#options]) {
      const statement = place === this.#top ? undefined : firstOf(place, name);
      if (statement !== undefined) return statement;
    }
    return undefined;
  }

  #judgeView(view: Settings, before: readonly MatchList[]): void {
    const at = (statement: Statement | undefined): Span =>
      statement ?? view.statement ?? this.#options?.statement ?? this.#start();
    const recursion = this.#nearest('recursion', view);
    const recurses = isOn(recursion) ?? true;
    const statementOf = (name: string) => this.#nearest(name, view);
    const lists = Object.fromEntries(
      ['allow-query', 'allow-recursion', 'allow-query-cache'].map((name) => [
        name,
        this.#list(statementOf(name)),
      ]),
    );
    const query = lists['allow-query'];
    const recursive = lists['allow-recursion'] ?? lists['allow-query-cache'] ?? query ?? ownNetworks;
    const cache = lists['allow-query-cache'] ?? lists['allow-recursion'] ?? query ?? ownNetworks;
    const clients = this.#list(firstOf(view, 'match-clients')) ?? anybody;
    const needed = [clients, recursive, cache, query ?? anybody];
    const known = rangesOf([...needed, ...before]);
    const comes = (address: Address) =>
      clients.allows(address) && !before.some((list) => list.allows(address));
    const reach = this.#reach(
      known,
      (address) => comes(address) && needed.every((list) => list.allows(address)),
    );
    if (recurses && reach === 'anyone') {
      this.#say(
        'open_recursion',
        'critical',
        at(statementOf('allow-recursion') ?? statementOf('allow-query-cache') ?? statementOf('allow-query')),
        {
          message:
            'Anybody on the Internet may have names resolved: the server can be abused for amplification attacks.',
          rule: 'RFC 5358 section 4; DISA BIND 9 STIG, recursion by authorised clients only',
          suggestion: 'Allow recursion to your own networks only.',
          snippet: 'allow-recursion { localhost; localnets; };\nallow-query-cache { localhost; localnets; };',
        },
      );
    }
    const cached = this.#reach(
      known,
      (address) => comes(address) && [cache, query ?? anybody].every((list) => list.allows(address)),
    );
    if (recurses && reach !== 'anyone' && cached === 'anyone') {
      this.#say('cache_open', 'medium', at(statementOf('allow-query-cache')), {
        message: 'Anybody on the Internet is answered from the cache, and sees what others have asked for.',
        rule: `${manual}, allow-query-cache; RFC 5358`,
        suggestion: 'Allow it to those who may have names resolved.',
        snippet: 'allow-query-cache { localhost; localnets; };',
      });
    }
    if (!recurses && statementOf('allow-recursion') !== undefined) {
      this.#say('contradiction', 'low', at(statementOf('allow-recursion')), {
        message: 'allow-recursion has no effect, since recursion is off.',
        rule: `${manual}, recursion`,
        suggestion: 'Remove allow-recursion.',
      });
    }
    const say: Say = (...finding) => this.#say(...finding);
    if (recurses) judgeResolving(statementOf, say);
    judgeAnswers(statementOf, say);
    const answersAnyone =
      this.#reach(known, (address) => comes(address) && (query ?? anybody).allows(address)) === 'anyone';
    const isAuthoritative = innerOf(view, 'zone').some((zone) =>
      ['primary', 'secondary'].includes(zoneTypeOf(zone) ?? ''),
    );
    if (isAuthoritative && answersAnyone && this.#nearest('rate-limit', view) === undefined) {
      this.#say('no_rate_limit', 'low', at(undefined), {
        message:
          'Zones are answered to anybody without a limit of rate: the server can be abused for reflection attacks.',
        rule: `${manual}, rate-limit; DISA BIND 9 STIG, response rate limiting`,
        suggestion: 'Limit the rate of alike answers.',
        snippet: 'rate-limit { responses-per-second 10; };',
      });
    }
    if (view.statement !== undefined && before.some(isWholly)) {
      this.#say('unreachable', 'medium', view.statement, {
        message: 'No client comes to this view: a view before it takes any.',
        rule: `${manual}, match-clients`,
        suggestion: 'Put the view before that one.',
      });
    }
  }

  #judgeZone(zone: Settings, owner: Settings): void {
    const type = zoneTypeOf(zone);
    const statement = zone.statement!;
    if (type === 'primary' || type === 'secondary' || type === 'mirror') {
      const transfer = this.#nearest('allow-transfer', zone, owner);
      const list = this.#list(transfer) ?? (this.#transfersByDefault(type) ? anybody : undefined);
      if (list?.reach === 'anyone' && !isEverywhere.test(textOf(statement) ?? '')) {
        this.#say('open_transfer', 'high', firstOf(zone, 'allow-transfer') ?? statement, {
          message: 'Anybody may copy the whole zone.',
          rule: 'RFC 5936 section 5; DISA BIND 9 STIG, allow-transfer',
          suggestion: 'Allow transfers to your own secondaries only, by key.',
          snippet: 'allow-transfer { key "secondaries"; };',
        });
      } else if (list?.admitsUnsigned === true && !list.hasKey && transfer !== undefined) {
        this.#say('transfer_without_tsig', 'low', transfer, {
          message: 'Transfers are allowed by address alone, and addresses can be forged or taken over.',
          rule: 'RFC 8945; DISA BIND 9 STIG, transaction signatures',
          suggestion: 'Ask for a key.',
          snippet: 'allow-transfer { key "secondaries"; };',
        });
      }
    }
    const update = type === 'primary' ? this.#nearest('allow-update', zone, owner) : undefined;
    const updaters = this.#list(update);
    if (update !== undefined && updaters?.reach === 'anyone') {
      this.#say('open_update', 'critical', update, {
        message: 'Anybody may change the zone.',
        rule: 'RFC 3007 section 3; DISA BIND 9 STIG, dynamic updates',
        suggestion: 'Allow updates by key, and only of what the key is for.',
        snippet: 'update-policy { grant "updater" zonesub ANY; };',
      });
    } else if (update !== undefined && updaters?.admitsUnsigned === true) {
      this.#say('update_without_tsig', 'high', update, {
        message: 'Updates are allowed by address, which can be forged in a single packet.',
        rule: 'RFC 3007 section 3; DISA BIND 9 STIG, dynamic updates',
        suggestion: 'Ask for a key.',
        snippet: 'allow-update { key "updater"; };',
      });
    }
    if (type === 'primary')
      judgeUpdatePolicy(firstOf(zone, 'update-policy'), (...finding) => this.#say(...finding));
    const forwarding =
      type === 'secondary' ? this.#nearest('allow-update-forwarding', zone, owner) : undefined;
    if (forwarding !== undefined && this.#list(forwarding)?.reach === 'anyone') {
      this.#say('open_update', 'high', forwarding, {
        message: 'Updates of anybody are passed on to the primary, which sees them come from here.',
        rule: `${manual}, allow-update-forwarding`,
        suggestion: 'Pass on updates that are signed only.',
        snippet: 'allow-update-forwarding { key "updater"; };',
      });
    }
    const primaries = firstOf(zone, 'primaries') ?? firstOf(zone, 'masters');
    const servers = blockOf(primaries)?.statements ?? [];
    const bare = servers.find(({ items }) => {
      const words = items.filter(isWord).map(({ text }) => text.toLowerCase());
      const range = readRange(words[0] ?? '');
      return range !== undefined && !isLoopback(range) && !words.includes('key') && !words.includes('tls');
    });
    if (type === 'secondary' && bare !== undefined) {
      this.#say('transfer_without_tsig', 'low', bare, {
        message: 'The zone is fetched without a key: whoever is on the way can change it.',
        rule: 'RFC 8945; DISA BIND 9 STIG, transaction signatures',
        suggestion: 'Name a key beside the address.',
        snippet: 'primaries { 192.0.2.1 key "secondaries"; };',
      });
    }
  }

  #transfersByDefault(type: string): boolean {
    return type !== 'mirror' && (this.#version === null || isBefore(this.#version, '9.20'));
  }

  /** Elements of match lists that stand behind one that takes all. */
  #unreachable(settings: Settings): void {
    for (const [name, statements] of settings.byName) {
      if (!/^(?:allow-|acl$|blackhole$|match-)/.test(name)) continue;
      for (const statement of statements) this.#unreachableIn(statement);
    }
    for (const inner of allInner(settings)) this.#unreachable(inner);
  }

  #unreachableIn(statement: Statement): void {
    const elements = blockOf(statement)?.statements ?? [];
    const index = elements.findIndex(({ items }) => {
      const word = items.length === 1 ? items[0] : undefined;
      return isWord(word) && ['any', 'none'].includes(word.text.toLowerCase());
    });
    const after = elements[index + 1];
    if (index === -1 || after === undefined) return;
    this.#say('unreachable', 'medium', after, {
      message: 'The element has no effect: one before it decides for every address.',
      rule: `${manual}, address_match_list`,
      suggestion: 'Put it before that one, or remove it.',
    });
  }

  /** Nothing is compared once the lists are too many. */
  #reach(known: readonly AddressRange[], allows: (address: Address) => boolean): Reach {
    return this.#lists.isExhausted ? 'nobody' : reachOf(known, allows);
  }

  #start(): Span {
    const first = [...this.#top.byName.values()][0]?.[0];
    return first === undefined ? { ...allInner(this.#top)[0]!.statement! } : { ...first, end: first.start };
  }

  #say(
    code: string,
    severity: Severity,
    at: Span,
    words: { message: string; rule: string; suggestion: string; snippet?: string },
  ): void {
    this.#findings.add({ code, severity, at, ...words });
  }
}

/** Whether a list takes any address whatever. */
function isWholly({ elements }: MatchList): boolean {
  const first = elements[0];
  return first?.kind === 'any' && !first.negated;
}
