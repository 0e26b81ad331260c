import type { IndexedService } from '../../../ports/scans/service-index.ts';

/**
 * An ability states what a supplier can do: a record allows `send_mail`, and services of a supplier's kind are for
 * `hold_documents`.
 */
export const abilities = ['send_mail', 'hold_documents'] as const;
export type Ability = (typeof abilities)[number];

/**
 * Document services keep or write people's documents; they have the names that their providers sell them under. No
 * record tells that any documents are there.
 */
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
  return kind === 'verification' && documentServices.includes(provider) ? ['hold_documents'] : [];
}

/** Makes the question for services that have an ability. */
export function askFor(ability: Ability | undefined) {
  if (ability === undefined) return {};
  return ability === 'send_mail'
    ? ({ kind: 'mail_sender' } as const)
    : ({ kind: 'verification', providers: documentServices } as const);
}
