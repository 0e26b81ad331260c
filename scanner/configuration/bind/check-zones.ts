import type { Findings } from '../model/findings.ts';
import type { Span } from '../model/source.ts';
import { isDomainText } from './domain-text.ts';
import { optionsOf } from './options.ts';
import type { Statement } from './read-statements.ts';
import { blockOf, firstOf, innerOf, isOn, type Settings, textOf, wordOf } from './settings.ts';

const manual = 'BIND 9 Administrator Reference Manual';
const needsFile = new Set(['primary', 'hint', 'redirect']);
const needsServers = new Set(['secondary', 'stub', 'mirror']);
const writes = new Set(['secondary', 'stub', 'mirror']);

/** Returns the type of a zone by its present name. */
export function zoneTypeOf(zone: Settings): string | undefined {
  if (firstOf(zone, 'in-view') !== undefined) return 'in-view';
  const type = textOf(firstOf(zone, 'type'))?.toLowerCase();
  return type === 'master' ? 'primary' : type === 'slave' ? 'secondary' : type;
}

/** Checks zones by themselves and beside each other. */
export function checkZones(top: Settings, findings: Findings): void {
  const views = innerOf(top, 'view');
  const policies = new Set(['default', 'insecure', 'none']);
  for (const policy of innerOf(top, 'dnssec-policy'))
    policies.add((textOf(policy.statement) ?? '').toLowerCase());
  const outside = innerOf(top, 'zone');
  const check = new ZoneCheck(top, policies, findings);
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
  for (const owner of [top, ...views]) check.zonesOf(owner, views);
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

class ZoneCheck {
  readonly #top: Settings;
  readonly #policies: ReadonlySet<string>;
  readonly #findings: Findings;
  readonly #written = new Map<string, Span>();

  constructor(top: Settings, policies: ReadonlySet<string>, findings: Findings) {
    this.#top = top;
    this.#policies = policies;
    this.#findings = findings;
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
      firstOf(zone, 'database') === undefined
    ) {
      const message = `A zone of type ${type} needs a file.`;
      if (firstOf(zone, 'dlz') === undefined && !(type === 'redirect' && servers !== undefined))
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
    this.#file(zone, type);
  }

  #options(zone: Settings, type: string): void {
    for (const [name, statements] of zone.byName) {
      const types = optionsOf('zone').get(name)?.zoneTypes;
      if (name === 'type' || types === undefined || types.has(type)) continue;
      const usable = [...types].join(', ');
      const advice = `Remove it; zones of type ${usable} have it.`;
      this.refuse('misplaced_option', statements[0]!, `A zone of type ${type} has no ${name}.`, name, advice);
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
    if (!this.#policies.has(name.text.toLowerCase())) {
      const message = 'There is no dnssec-policy of that name.';
      this.refuse('undefined_reference', name, message, 'dnssec-policy', 'Define it, or use default.');
      return;
    }
    const isDynamic = [zone, owner, options].some(
      (settings) =>
        firstOf(settings, 'allow-update') !== undefined || firstOf(settings, 'update-policy') !== undefined,
    );
    const signs = !['none', 'insecure'].includes(name.text.toLowerCase());
    const inline = isOn(firstOf(zone, 'inline-signing'));
    if (signs && type === 'primary' && !isDynamic && inline !== true) {
      const message = 'A zone with a dnssec-policy needs inline-signing, or updates.';
      const advice = 'Add inline-signing.';
      this.refuse('zone_incomplete', policy, message, 'dnssec-policy', advice, 'inline-signing yes;');
    }
    if (type === 'secondary' && signs && inline !== true) {
      const message = 'A secondary zone with a dnssec-policy needs inline-signing.';
      this.refuse('zone_incomplete', policy, message, 'dnssec-policy', 'Add it.', 'inline-signing yes;');
    }
  }

  #file(zone: Settings, type: string): void {
    const file = wordOf(firstOf(zone, 'file'));
    const dynamic = firstOf(zone, 'allow-update') ?? firstOf(zone, 'update-policy');
    const isWritten =
      writes.has(type) || dynamic !== undefined || isOn(firstOf(zone, 'inline-signing')) === true;
    if (file === undefined || !isWritten) return;
    const first = this.#written.get(file.text);
    if (first === undefined) {
      this.#written.set(file.text, file);
      return;
    }
    const { line } = first.source.place(first.start);
    const message = `Another zone writes the same file: line ${line}.`;
    this.refuse('duplicate_file', file, message, 'file', 'Give each zone a file of its own.');
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
