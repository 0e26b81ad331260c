import type { Findings } from '../model/findings.ts';
import type { Span } from '../model/source.ts';
import { isBefore } from '../model/versions.ts';
import { isDomainText } from './domain-text.ts';
import { optionsOf } from './options/options.ts';
import { isWord, type Statement } from './read-statements.ts';
import { blockOf, firstOf, innerOf, isOn, type Settings, textOf, wordOf } from './settings.ts';

const manual = 'BIND 9 Administrator Reference Manual';
const needsFile = new Set(['primary', 'hint']);
/** Databases that keep a zone in a file. */
const databasesOfFiles = new Set(['rbt', 'rbt64']);
/** What may stand beside in-view. */
const besideInView = new Set(['in-view', 'forward', 'forwarders']);
/** Of zones of other types any will do. */
const dialups: Readonly<Record<string, RegExp>> = {
  primary: /^(?!notify-passive$|passive$|refresh$)/i,
  stub: /^(?!notify$|notify-passive$)/i,
};
const needsServers = new Set(['secondary', 'stub', 'mirror']);
const writes = new Set(['secondary', 'stub', 'mirror']);

const builtInPolicies: ReadonlySet<string> = new Set(['default', 'insecure', 'none']);

/** Tells whether a list of addresses is `none` or `!any`, as it stands there. */
function isOfNobody(list: Statement): boolean {
  const [only, ...others] = blockOf(list)?.statements ?? [];
  const text = only?.items.map((item) => (isWord(item) ? item.text : '{')).join('');
  return others.length === 0 && text !== undefined && /^(?:none|!any)$/i.test(text);
}

/** Returns the type of a zone by its present name. */
export function zoneTypeOf(zone: Settings): string | undefined {
  if (firstOf(zone, 'in-view') !== undefined) return 'in-view';
  const type = textOf(firstOf(zone, 'type'))?.toLowerCase();
  return type === 'master' ? 'primary' : type === 'slave' ? 'secondary' : type;
}

/** Checks zones by themselves and beside each other. */
export function checkZones(top: Settings, findings: Findings, version: string | null): void {
  const views = innerOf(top, 'view');
  const policies = new Set(builtInPolicies);
  const twice: Statement[] = [];
  for (const { statement } of innerOf(top, 'dnssec-policy')) {
    const name = textOf(statement) ?? '';
    if (policies.has(name) && !builtInPolicies.has(name)) twice.push(statement!);
    policies.add(name);
  }
  const outside = innerOf(top, 'zone');
  const check = new ZoneCheck(top, policies, findings, version);
  if (views.length > 0) {
    for (const { statement } of outside) {
      check.refuse(
        'zone_outside_view',
        statement!,
        'With views all zones stand in views.',
        'view',
        'Move the zone.',
      );
    }
  }
  for (const statement of twice)
    check.refuse(
      'duplicate_name',
      statement,
      'There is a dnssec-policy of that name already.',
      'dnssec-policy',
      'Remove one.',
    );
  check.zonesOf(top, []);
  for (const [index, view] of views.entries()) check.zonesOf(view, views.slice(0, index));
  check.filesOf([top, ...views]);
  const seen = new Set<string>();
  for (const { statement } of views) {
    const key = viewKey(statement!);
    if (seen.has(key))
      check.refuse('duplicate_name', statement!, 'There is a view of that name already.', 'view');
    seen.add(key);
  }
}

const viewKey = (statement: Statement) =>
  `${wordOf(statement)?.text} ${wordOf(statement, 2)?.text ?? 'in'}`.toLowerCase();

const classOf = (text: string) => {
  const name = text.toLowerCase();
  return name === 'internet'
    ? 'in'
    : name === 'chaos' || name === 'chaosnet'
      ? 'ch'
      : name === 'hesiod'
        ? 'hs'
        : name;
};

function writesFile(zone: Settings): boolean {
  const update = firstOf(zone, 'allow-update');
  const [only, ...others] = blockOf(update)?.statements ?? [];
  const isNobody =
    others.length === 0 && only?.items.length === 1 && isWord(only.items[0]) && only.items[0].text === 'none';
  return (
    writes.has(zoneTypeOf(zone) ?? '') ||
    (update !== undefined && !isNobody) ||
    firstOf(zone, 'update-policy') !== undefined ||
    isOn(firstOf(zone, 'inline-signing')) === true
  );
}

class ZoneCheck {
  readonly #top: Settings;
  readonly #policies: ReadonlySet<string>;
  readonly #findings: Findings;
  /** Policies have inline-signing, and have it on unless they say otherwise. */
  readonly #signsInline: boolean;

  constructor(top: Settings, policies: ReadonlySet<string>, findings: Findings, version: string | null) {
    this.#top = top;
    this.#policies = policies;
    this.#findings = findings;
    this.#signsInline = version !== null && !isBefore(version, '9.20');
  }

  zonesOf(owner: Settings, views: readonly Settings[]): void {
    const seen = new Map<string, Statement>();
    for (const zone of innerOf(owner, 'zone')) {
      const statement = zone.statement!;
      const name = wordOf(statement);
      if (name === undefined) continue;
      if (!isDomainText(name.text))
        this.refuse('bad_name', name, 'The zone has no valid name.', 'zone', 'Mend the name.');
      const key = `${name.text.toLowerCase().replace(/(.)\.$/, '$1')} ${(wordOf(statement, 2)?.text ?? 'in').toLowerCase()}`;
      const first = seen.get(key);
      if (first !== undefined) {
        const { line } = first.source.place(first.start);
        this.refuse(
          'duplicate_zone',
          name,
          `The zone exists already: line ${line}.`,
          'zone',
          'Remove one of them.',
        );
      }
      seen.set(key, statement);
      this.#zone(zone, owner, name, views);
    }
  }

  #zone(zone: Settings, owner: Settings, name: Span & { text: string }, views: readonly Settings[]): void {
    const type = zoneTypeOf(zone);
    if (type === undefined) {
      this.refuse(
        'zone_without_type',
        name,
        'The zone has no type.',
        'zone',
        'Say its type.',
        'type primary;',
      );
      return;
    }
    // Another word is told of as a value of the option already.
    if (type !== 'in-view' && optionsOf('zone').get('type')?.zoneTypes.has(type) !== true) return;
    this.#options(zone, type);
    if (type === 'in-view') {
      const view = textOf(firstOf(zone, 'in-view'));
      const known = views.some(({ statement, byName }) => {
        if (textOf(statement) !== view) return false;
        return (byName.get('zone') ?? []).some(
          (other) => textOf(other)?.toLowerCase() === name.text.toLowerCase(),
        );
      });
      if (!known)
        this.refuse('undefined_reference', name, 'The view that in-view names has no such zone.', 'in-view');
      return;
    }
    const isRoot = name.text === '.';
    const servers = firstOf(zone, 'primaries') ?? firstOf(zone, 'masters');
    if (
      needsFile.has(type) &&
      firstOf(zone, 'file') === undefined &&
      databasesOfFiles.has(textOf(firstOf(zone, 'database')) ?? 'rbt')
    ) {
      const message = `A zone of type ${type} needs a file.`;
      if (firstOf(zone, 'dlz') === undefined)
        this.refuse('zone_incomplete', name, message, 'file', 'Add its file.', 'file "db.example";');
    }
    if (needsServers.has(type) && servers === undefined && !(type === 'mirror' && isRoot)) {
      const message = `A zone of type ${type} needs primaries.`;
      this.refuse('zone_incomplete', name, message, 'primaries', 'Add them.', 'primaries { 192.0.2.1; };');
    }
    if (servers !== undefined && blockOf(servers)?.statements.length === 0) {
      this.refuse('zone_incomplete', servers, 'The list of primaries is empty.', 'primaries', 'Add one.');
    }
    if (type === 'redirect' && !isRoot) {
      this.refuse('bad_name', name, 'A redirect zone is called ".".', 'type redirect', 'Name it ".".');
    }
    this.#contradictions(zone, type, name);
    this.#policy(zone, owner, type);
    this.#kinds(zone, type, owner);
  }

  #options(zone: Settings, type: string): void {
    for (const [name, statements] of zone.byName) {
      const types = optionsOf('zone').get(name)?.zoneTypes;
      const fits =
        type === 'in-view' ? besideInView.has(name) : name === 'type' || types?.has(type) !== false;
      if (fits) continue;
      const usable = [...(types ?? [])].join(', ');
      const advice = usable === '' ? 'Remove it.' : `Remove it; zones of type ${usable} have it.`;
      this.refuse('misplaced_option', statements[0]!, `A zone of type ${type} has no ${name}.`, name, advice);
    }
  }

  /** What goes with the type and the class of a zone. */
  #kinds(zone: Settings, type: string, owner: Settings): void {
    const statement = zone.statement!;
    const own = wordOf(statement, 2);
    const ofView = owner === this.#top ? 'in' : (wordOf(owner.statement, 2)?.text ?? 'in');
    if (own !== undefined && classOf(own.text) !== classOf(ofView))
      this.refuse(
        'contradiction',
        own,
        'The class of the zone is not that of its view.',
        'zone',
        'Leave out the class.',
      );
    const dialup = firstOf(zone, 'dialup');
    const word = wordOf(dialup);
    if (word !== undefined && dialups[type]?.test(word.text) === false)
      this.refuse(
        'contradiction',
        word,
        `A zone of type ${type} does not dial like this.`,
        'dialup',
        'Remove it.',
      );
    const [primaries, masters] = [firstOf(zone, 'primaries'), firstOf(zone, 'masters')];
    if (primaries !== undefined && masters !== undefined)
      this.refuse(
        'contradiction',
        masters,
        'primaries and masters exclude each other.',
        'primaries',
        'Keep primaries.',
      );
    if (
      type === 'secondary' &&
      isOn(firstOf(zone, 'inline-signing')) &&
      firstOf(zone, 'file') === undefined
    ) {
      const message = 'A secondary zone that is signed here needs a file.';
      this.refuse(
        'zone_incomplete',
        statement,
        message,
        'inline-signing',
        'Add its file.',
        'file "db.example";',
      );
    }
  }

  #contradictions(zone: Settings, type: string, name: Span): void {
    const update = firstOf(zone, 'allow-update');
    if (update !== undefined && firstOf(zone, 'update-policy') !== undefined) {
      const message = 'allow-update and update-policy exclude each other.';
      this.refuse('contradiction', update, message, 'update-policy', 'Keep update-policy.');
    }
    const forward = firstOf(zone, 'forward');
    if (forward !== undefined && firstOf(zone, 'forwarders') === undefined) {
      this.refuse(
        'contradiction',
        forward,
        'forward stands without forwarders.',
        'forward',
        'Add forwarders.',
      );
    }
    if (type === 'forward' && firstOf(zone, 'forwarders') === undefined) {
      this.#findings.add({
        code: 'forward_without_servers',
        severity: 'low',
        at: name,
        message: 'The zone forwards to nobody.',
        rule: `${manual}, forwarders`,
        suggestion: 'Add its forwarders.',
        snippet: 'forwarders { 192.0.2.1; };',
      });
    }
  }

  #policy(zone: Settings, owner: Settings, type: string): void {
    if (type !== 'primary' && type !== 'secondary') return;
    const options = innerOf(this.#top, 'options')[0];
    const chosen = [zone, owner, options].map((settings) => firstOf(settings, 'dnssec-policy')).find(Boolean);
    const policy = owner === this.#top && chosen === firstOf(this.#top, 'dnssec-policy') ? undefined : chosen;
    const name = wordOf(policy);
    if (policy === undefined || name === undefined) return;
    if (!this.#policies.has(name.text)) {
      const message = 'There is no dnssec-policy of that name.';
      this.refuse('undefined_reference', name, message, 'dnssec-policy', 'Define it, or use default.');
      return;
    }
    const owners = [zone, owner, options];
    const updates = owners.map((settings) => firstOf(settings, 'allow-update')).find(Boolean);
    const isDynamic =
      (updates !== undefined && !isOfNobody(updates)) ||
      owners.some((settings) => firstOf(settings, 'update-policy') !== undefined);
    // Signatures are taken away under the policy insecure, which changes the zone too.
    const signs = name.text !== 'none';
    const own = innerOf(this.#top, 'dnssec-policy').find(({ statement }) => textOf(statement) === name.text);
    const inline =
      isOn(firstOf(zone, 'inline-signing')) ??
      (this.#signsInline ? (isOn(firstOf(own, 'inline-signing')) ?? true) : false);
    if (signs && type === 'primary' && !isDynamic && !inline) {
      const message = `A zone with a dnssec-policy needs inline-signing, or updates${this.#signsInline ? '' : ', before BIND 9.20'}.`;
      const advice = 'Add inline-signing.';
      this.refuse('zone_incomplete', policy, message, 'dnssec-policy', advice, 'inline-signing yes;');
    }
    if (type === 'secondary' && signs && !inline) {
      const message = `A secondary zone with a dnssec-policy needs inline-signing${this.#signsInline ? '' : ', before BIND 9.20'}.`;
      this.refuse('zone_incomplete', policy, message, 'dnssec-policy', 'Add it.', 'inline-signing yes;');
    }
  }

  /** A file that is written belongs to one zone; others may be shared. */
  filesOf(owners: readonly Settings[]): void {
    const uses = new Map<string, { readonly at: Span; readonly isWritten: boolean }>();
    for (const zone of owners.flatMap((owner) => innerOf(owner, 'zone'))) {
      const file = wordOf(firstOf(zone, 'file'));
      if (file === undefined) continue;
      const isWritten = writesFile(zone);
      const first = uses.get(file.text);
      if (first === undefined) uses.set(file.text, { at: file, isWritten });
      else if (first.isWritten || isWritten) {
        const { line } = first.at.source.place(first.at.start);
        const message = `Another zone has the same file, and one of them writes it: line ${line}.`;
        this.refuse('duplicate_file', file, message, 'file', 'Give each zone a file of its own.');
      }
    }
  }

  refuse(
    code: string,
    at: Span,
    message: string,
    topic: string,
    suggestion?: string,
    snippet?: string,
  ): void {
    this.#findings.refuse({ code, at, message, rule: `${manual}, ${topic}`, suggestion, snippet });
  }
}
