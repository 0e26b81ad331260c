import type { ChainPart, ChainZone } from '../../domain/chain-parts.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/parts/chain.ts';

type Set = ChainZone['sets'][number];
type Key = NonNullable<ChainZone['keys']>[number];

/** Writes all parts of the picture as rows: the part, its zone, its key, and its state. */
export function chainRows(zones: readonly ChainZone[]): (readonly string[])[] {
  return zones.flatMap((zone) => {
    const name = zone.zone === '.' ? texts.root : visible(zone.zone);
    return [
      [name, texts.zone, '', texts.statuses[zone.status ?? 'unknown']],
      ...(zone.anchors ?? []).map((tag) => [name, texts.anchor, String(tag), texts.trusted]),
      ...signerRows(name, zone),
      ...(zone.keys === null
        ? [[name, texts.keys, '', texts.notFound]]
        : zone.keys.map((key) => [name, keyKind(key), String(key.key_tag), keyWords(key)])),
      ...zone.sets.flatMap((set) => setRows(name, set)),
    ];
  });
}

function signerRows(name: string, { signers, anchors }: ChainZone): string[][] {
  if (signers === null) return anchors === null ? [[name, texts.ds, '', texts.notFound]] : [];
  if (signers.length === 0) return [[name, texts.ds, '', texts.noDs]];
  return signers.map((signer) => [
    name,
    texts.ds,
    String(signer.key_tag),
    [signer.algorithm_name, signer.digest_name, texts.matches[String(signer.matches) as 'true']].join(', '),
  ]);
}

function setRows(name: string, set: Set): string[][] {
  const what = setWords(set);
  if (set.signatures.length === 0) return [[name, what, '', texts.unsigned]];
  return set.signatures.map((signature) => [name, what, String(signature.key_tag), stateWords(signature)]);
}

/** Writes the tooltip of a part of the picture. */
export function partTitle({ kind, key, set, tag }: ChainPart): string {
  if (kind === 'missing') return texts.missing(String(tag));
  if (key !== undefined) return `${keyKind(key)} ${key.key_tag}: ${keyWords(key)}`;
  const signatures = set!.signatures.map((one) => `${texts.key(String(one.key_tag))}: ${stateWords(one)}`);
  return [setWords(set!), ...(signatures.length > 0 ? signatures : [texts.unsigned])].join('\n');
}

function setWords({ name, type, denies }: Set): string {
  const told = `${visible(name)} ${type}`;
  return denies === null ? told : texts.deniesAll(told, visible(denies));
}

function keyKind(key: Key): string {
  return key.secure_entry_point ? texts.kskWord : texts.zskWord;
}

function keyWords(key: Key): string {
  const words = [key.algorithm_name, texts.flags(String(key.flags))];
  if (key.bits !== null) words.push(texts.bits(String(key.bits)));
  if (key.revoked) words.push(texts.revoked);
  else if (key.vouched_for) words.push(texts.vouched);
  return words.join(', ');
}

function stateWords({ state, message }: Set['signatures'][number]): string {
  return message === null ? texts.states[state ?? 'unknown'] : visible(message);
}
