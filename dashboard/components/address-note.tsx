import { noteOf } from '../app/address-notes.ts';
import { visible } from '../format/visible-name.ts';
import { texts } from '../texts/en/investigate/ip.ts';

/**
 * Shows the facts known about an address, in small letters after it: `AS64500 EXAMPLE · DE · Tor`; shows nothing if
 * none is known.
 */
export function AddressNote({ address, block = false }: { address: string; block?: boolean }) {
  const said = noteText(address);
  if (said === '') return null;
  return block ? <div class="soft small">{said}</div> : <span class="soft small"> {said}</span>;
}

export function noteText(address: string): string {
  const note = noteOf(address);
  if (note === undefined) return '';
  const { asn, asn_name: name, country } = note;
  const system = asn === null ? [] : [visible(`AS${asn} ${name ?? ''}`.trim())];
  const place = country === null ? [] : [visible(country)];
  const kinds = Object.entries(texts.kinds).flatMap(([kind, text]) =>
    note[kind as keyof typeof note] === true ? [text] : [],
  );
  return [...system, ...place, ...kinds].join(' · ');
}
