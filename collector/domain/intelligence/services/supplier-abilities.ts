import type { IndexedService } from '../../../ports/scans/service-index.ts';

/** What a supplier can do: `send_mail` is what a record allows, `hold_documents` what a service of its kind is for. */
export const abilities = ['send_mail', 'hold_documents'] as const;
export type Ability = (typeof abilities)[number];

/** Services that people keep or write documents in, by what their providers sell them as. That any are there no record tells. */
export const documentServices: readonly string[] = [
  'Adobe',
  'Atlassian',
  'Box',
  'Canva',
  'DocuSign',
  'Dropbox',
  'Figma',
  'Lucid',
  'Microsoft 365',
  'Miro',
  'Notion',
  'Smartsheet',
];

export function abilitiesOf({ provider, kind }: Pick<IndexedService, 'provider' | 'kind'>): Ability[] {
  if (kind === 'mail_sender') return ['send_mail'];
  return documentServices.includes(provider) ? ['hold_documents'] : [];
}

/** The question for services that can do something. */
export function askFor(ability: Ability | undefined) {
  if (ability === undefined) return {};
  return ability === 'send_mail'
    ? ({ kind: 'mail_sender' } as const)
    : ({ kind: 'verification', providers: documentServices } as const);
}
