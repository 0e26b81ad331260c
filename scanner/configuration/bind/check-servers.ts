import type { Findings } from '../model/findings.ts';
import type { Span, Word } from '../model/source.ts';
import { zoneTypeOf } from './check-zones.ts';
import { isWord, type Statement } from './read-statements.ts';
import { blockOf, firstOf, innerOf, type Settings, textOf, wordOf } from './settings.ts';

const manual = 'BIND 9 Administrator Reference Manual';
const usualPort = '53';

type Refuse = (code: string, at: Span, message: string, topic: string, suggestion: string) => void;

/** Checks options of the server and of its views that have to go with other statements. */
export function checkServers(top: Settings, findings: Findings): void {
  const refuse: Refuse = (code, at, message, topic, suggestion) =>
    findings.refuse({ code, at, message, rule: `${manual}, ${topic}`, suggestion });
  const options = innerOf(top, 'options')[0];
  const views = innerOf(top, 'view');
  const port = textOf(firstOf(options, 'port')) ?? usualPort;
  // Options count for the views, and are looked at in their place.
  const owners = views.length === 0 && options !== undefined ? [options] : views;
  for (const owner of owners) checkForward(owner, refuse);
  for (const owner of [options, ...views]) if (owner !== undefined) checkSources(owner, port, refuse);
  if (options !== undefined && views.length === 0) checkListedZones(options, top, refuse);
  for (const view of views) checkListedZones(view, view, refuse);
  checkTap(options, views, refuse);
  for (const owners of views.length === 0 ? [[top]] : views.map((view) => [top, view]))
    checkAnchors(owners, refuse);
}

function checkForward(owner: Settings, refuse: Refuse): void {
  const forward = firstOf(owner, 'forward');
  if (forward !== undefined && firstOf(owner, 'forwarders') === undefined)
    refuse('contradiction', forward, 'forward stands without forwarders.', 'forward', 'Add forwarders.');
}

/** Questions do not leave from the port that the server listens on. */
function checkSources(owner: Settings, port: string, refuse: Refuse): void {
  for (const name of ['query-source', 'query-source-v6']) {
    const words = firstOf(owner, name)?.items.filter(isWord) ?? [];
    const source = words[words.findIndex(({ text }) => text.toLowerCase() === 'port') + 1];
    if (words.length > 0 && source?.text === port)
      refuse(
        'contradiction',
        source,
        'Questions do not leave from the port of the server.',
        name,
        'Leave out the port.',
      );
  }
}

/** Zones of policy and catalogs are zones of the view, kept here or fetched. */
function checkListedZones(owner: Settings, view: Settings, refuse: Refuse): void {
  const zones = new Map(
    innerOf(view, 'zone').map((zone) => [bare(textOf(zone.statement)), zoneTypeOf(zone)]),
  );
  for (const name of ['response-policy', 'catalog-zones']) {
    const seen = new Set<string>();
    for (const { items } of blockOf(firstOf(owner, name))?.statements ?? []) {
      const word = items[1];
      if (!isWord(word)) continue;
      const type = zones.get(bare(word.text));
      if (type !== 'primary' && type !== 'secondary' && type !== 'in-view') {
        const message = `There is no primary or secondary zone of that name for ${name}.`;
        refuse('undefined_reference', word, message, name, 'Define the zone, or remove its name.');
      }
      if (name === 'catalog-zones' && seen.has(bare(word.text)))
        refuse('duplicate_zone', word, 'The catalog stands in the list already.', name, 'Remove one.');
      seen.add(bare(word.text));
    }
  }
}

function checkTap(options: Settings | undefined, views: readonly Settings[], refuse: Refuse): void {
  if (firstOf(options, 'dnstap-output') !== undefined) return;
  for (const owner of [options, ...views]) {
    const tap = firstOf(owner, 'dnstap');
    if (tap !== undefined)
      refuse('contradiction', tap, 'dnstap stands without dnstap-output.', 'dnstap', 'Add dnstap-output.');
  }
}

interface Anchor {
  readonly name: Word;
  readonly isStatic: boolean;
}

/** An anchor stays or follows its zone's keys: not both for one name. The old statements do not stand beside the new one. */
function checkAnchors(owners: readonly Settings[], refuse: Refuse): void {
  const all = (name: string): readonly Statement[] => owners.flatMap((owner) => owner.byName.get(name) ?? []);
  const managed = all('managed-keys');
  if (managed.length > 0 && all('trust-anchors').length > 0)
    refuse(
      'contradiction',
      managed[0]!,
      'managed-keys stands beside trust-anchors.',
      'trust-anchors',
      'Move the keys there.',
    );
  const anchors = ['trust-anchors', 'managed-keys', 'trusted-keys'].flatMap((name) =>
    all(name).flatMap((statement) => anchorsIn(statement, name)),
  );
  const kinds = new Map<string, boolean>();
  for (const { name, isStatic } of anchors) {
    const known = kinds.get(bare(name.text));
    if (known !== undefined && known !== isStatic)
      refuse(
        'contradiction',
        name,
        'An anchor of this name is static, and another is not.',
        'trust-anchors',
        'Keep one kind.',
      );
    kinds.set(bare(name.text), known ?? isStatic);
  }
}

function anchorsIn(statement: Statement, option: string): Anchor[] {
  return (blockOf(statement)?.statements ?? []).flatMap((inner) => {
    const name = wordOf(inner, 0);
    const isStatic = option === 'trusted-keys' || /^static-/i.test(wordOf(inner, 1)?.text ?? '');
    return name === undefined ? [] : [{ name, isStatic }];
  });
}

const bare = (name: string | undefined) => (name ?? '').toLowerCase().replace(/(.)\.$/, '$1');
